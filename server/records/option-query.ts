import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import type { FirmCalendar } from '#domain/lists/relative-days.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { OptionQuery } from '../store/query/record-options.ts'
import { readFilter, readLimit, readSearch, type QueryText } from './list-query.ts'
import { t } from '#domain/messages/t.ts'

const reserved = ['of', 'q', 'limit', 'with', 'retired']

/** `?of=Station_Code&q=ana&under.state=GJ&with=Station_Name&limit=20`, and filters as in a list; `retired=true` offers retired records too. */
export function readOptionQuery(entity: Entity, query: QueryText, calendar: FirmCalendar): OptionQuery {
  const problems: FieldProblem[] = []
  const all = (name: string): string[] => [query[name] ?? []].flat()
  const one = (name: string): string | undefined => {
    if (all(name).length > 1)
      problems.push({ field: name, message: t('{name} should be given once', { name }) })
    return all(name)[0]
  }
  const of = one('of') ?? entity.key.at(-1) ?? entity.sortedBy
  const isSelectable = (field: string): boolean => {
    const declared = entity.fields[field]
    return declared !== undefined && !declared.sensitive && !declared.reference?.many
  }
  if (!isSelectable(of) || entity.fields[of]!.column.type !== 'text')
    problems.push({
      field: 'of',
      message: t('{records} cannot be chosen by {field}', { records: t(entity.plural), field: of }),
    })
  for (const field of all('with').filter((each) => !isSelectable(each)))
    problems.push({
      field: 'with',
      message: t('{records} cannot be described by {field}', { records: t(entity.plural), field }),
    })
  const under: OptionQuery['under'][number][] = []
  const filters: OptionQuery['filters'][number][] = []
  for (const [name, value] of Object.entries(query)) {
    if (reserved.includes(name)) continue
    if (!name.startsWith('under.')) {
      filters.push(...readFilter(entity, name, [value ?? ''].flat(), calendar, problems))
      continue
    }
    const level = levelsAbove(entity).find((each) => `under.${each.entity.name}` === name)
    const code = one(name)?.trim()
    if (!level)
      problems.push({
        field: name,
        message: t('{records} do not belong to {name}', {
          records: t(entity.plural),
          name: name.slice('under.'.length),
        }),
      })
    else if (!code) problems.push({ field: name, message: t('{name} should have a value', { name }) })
    else under.push({ level, code })
  }
  const retired = one('retired')
  if (!['true', 'false', undefined].includes(retired))
    problems.push({ field: 'retired', message: t('{label} should be true or false', { label: 'retired' }) })
  const limit = readLimit(one('limit'), problems)
  const search = readSearch(one('q'), problems)
  if (problems.length > 0) throw invalid(problems)
  const includesRetired = retired === 'true'
  return { of, filters, under, with: all('with'), limit, includesRetired, ...(search && { search }) }
}

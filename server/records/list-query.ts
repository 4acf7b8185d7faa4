import type { Entity } from '#domain/catalogue/entity.ts'
import { countTexts, listField, maxTextsInAll, readFieldTest } from '#domain/lists/field-test.ts'
import type { FirmCalendar } from '#domain/lists/relative-days.ts'
import { listTests } from '#domain/lists/list-tests.ts'
import { readWhere } from '#domain/lists/read-where.ts'
import { parseWhere, WhereProblem } from '#domain/lists/where.ts'
import { searchProblem } from '#domain/lists/search-text.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import type { Filter } from '../store/query/conditions.ts'
import type { Sort } from '../store/query/list-order.ts'
import type { ListQuery } from '../store/query/record-list.ts'
import { readBelow } from './below-filter.ts'
import { t } from '#domain/messages/t.ts'

export type QueryText = Record<string, string | string[] | undefined>

const maxPerPage = 200
const maxSorts = 3
const reserved = ['q', 'sort', 'limit', 'after', 'total', 'names', 'where', 'below']

export const calendarOf = (ctx: Pick<Context, 'now' | 'config'>): FirmCalendar => ({
  now: ctx.now,
  timeZone: ctx.config.timeZone,
})

/**
 * `?q=patel&City_Code=AHM&Last_Visited.from=month-start&below=zone:W&where={…}&sort=City_Code,-Customer_Name&limit=50&after=…`
 */
export function readListQuery(entity: Entity, query: QueryText, calendar: FirmCalendar): ListQuery {
  const problems: FieldProblem[] = []
  const one = (name: string): string | undefined => {
    const value = query[name]
    if (Array.isArray(value))
      problems.push({ field: name, message: t('{name} should be given once', { name }) })
    return Array.isArray(value) ? undefined : value
  }
  const [sort, ...thenBy] = readSorts(entity, one('sort'), problems)
  const limit = readLimit(one('limit'), problems)
  const total = one('total')
  if (total !== undefined && !['true', 'false', 'quick'].includes(total)) {
    problems.push({ field: 'total', message: t('total should be true, false or quick') })
  }
  if (!['true', 'false', undefined].includes(one('names'))) {
    problems.push({ field: 'names', message: t('names should be true or false') })
  }
  const filters = Object.entries(query)
    .filter(([name]) => !reserved.includes(name))
    .flatMap(([name, value]) => readFilter(entity, name, [value ?? ''].flat(), calendar, problems))
  const where = one('where')
  if (where) filters.push(...readWhereText(entity, where, calendar, problems))
  const texts = filters.reduce((sum, filter) => sum + countTexts(filter), 0)
  if (texts > maxTextsInAll)
    problems.push({
      field: where ? 'where' : 'filter',
      message: t(
        'A list can be filtered by at most {max} parts of texts in total, and this has {count}. Use fewer, or whole values',
        { max: maxTextsInAll, count: texts },
      ),
    })
  if (query['below'] !== undefined) filters.push(...readBelow(entity, [query['below']].flat(), problems))
  const search = readSearch(one('q'), problems)
  const after = one('after')
  if (problems.length > 0) throw invalid(problems)
  return {
    filters,
    sort: sort!,
    ...(thenBy.length > 0 && { thenBy }),
    limit,
    total: total === 'quick' ? 'quick' : total === 'true',
    ...(search && { search }),
    ...(after && { after }),
  }
}

function readSorts(entity: Entity, text: string | undefined, problems: FieldProblem[]): Sort[] {
  const sorts = (text ?? '').split(',', maxSorts + 1).map((part) => ({
    field: part.trim().replace(/^[-+ ]/, '') || (text?.includes(',') ? '' : entity.sortedBy),
    descending: part.trimStart().startsWith('-'),
  }))
  for (const { field } of sorts) {
    if (!listField(entity, field))
      problems.push({
        field: 'sort',
        message: t('{records} cannot be sorted by {field}', {
          records: t(entity.plural),
          field: field || t('nothing'),
        }),
      })
  }
  if (sorts.length > maxSorts)
    problems.push({
      field: 'sort',
      message: t('sort should not name more than {max} fields', { max: maxSorts }),
    })
  if (new Set(sorts.map(({ field }) => field)).size < sorts.length)
    problems.push({ field: 'sort', message: t('sort should name each field once') })
  return sorts
}

export function readSearch(text: string | undefined, problems: FieldProblem[]): string | undefined {
  const message = searchProblem(text ?? '')
  if (message !== undefined) problems.push({ field: 'q', message })
  return text
}

export function readLimit(
  text: string | undefined,
  problems: FieldProblem[],
  { usual, max } = { usual: 50, max: maxPerPage },
): number {
  const limit = Number(text ?? usual)
  if (!Number.isInteger(limit) || limit < 1 || limit > max) {
    problems.push({ field: 'limit', message: t('limit should be a whole number from 1 to {max}', { max }) })
  }
  return limit
}

const filterName = new RegExp(`^(.+?)(?:\\.(${listTests.filter((test) => test !== 'is').join('|')}))?$`)

export function readFilter(
  entity: Entity,
  name: string,
  values: string[],
  calendar: FirmCalendar,
  problems: FieldProblem[],
): Filter[] {
  const [, field = name, word] = filterName.exec(name) ?? []
  const test = listTests.find((each) => each === word) ?? 'is'
  const read = readFieldTest(entity, { field, test, values }, calendar, name)
  if ('filter' in read) return [read.filter]
  problems.push({ field: name, message: read.problem })
  return []
}

function readWhereText(
  entity: Entity,
  text: string,
  calendar: FirmCalendar,
  problems: FieldProblem[],
): Filter[] {
  try {
    return [readWhere(entity, parseWhere(text), calendar)]
  } catch (error) {
    if (!(error instanceof WhereProblem)) throw error
    problems.push({ field: 'where', message: error.message })
    return []
  }
}

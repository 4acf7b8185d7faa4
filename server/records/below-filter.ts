import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { readText } from '#domain/catalogue/reading/read-text.ts'
import { otherKeyFields, ancestorsOf, readKey, type Ancestor } from '#domain/lists/below.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { Filter } from '../store/query/conditions.ts'
import { t } from '#domain/messages/t.ts'

const maxBelow = 20

/** `below=zone:W`: records below it at any depth. Values of one master are combined by OR, those of different masters by AND. */
export function readBelow(entity: Entity, values: readonly string[], problems: FieldProblem[]): Filter[] {
  const refuse = (message: string): [] => {
    problems.push({ field: 'below', message })
    return []
  }
  if (values.length > maxBelow)
    return refuse(t('below should not be given more than {max} times', { max: maxBelow }))
  const byMaster = new Map<Ancestor, Filter[]>()
  for (const text of values) {
    const [, name = '', code = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
    const master = catalogue.find((each) => each.name === name.trim())
    if (!master)
      return refuse(
        t('below should be a master and a code, such as zone:W; “{given}” is not', { given: shorten(text) }),
      )
    const above = ancestorsOf(entity).find((each) => each.entity === master)
    if (!above)
      return refuse(
        t('{records} do not lie below {others}', {
          records: t(entity.plural),
          others: t(master.plural).toLowerCase(),
        }),
      )
    const reading = readText('below', limits.name, code)
    if ('problem' in reading) return refuse(reading.problem)
    const key = readKey(master, String(reading.value))
    if (!key)
      return refuse(
        t('below={master}: should be followed by {key}', { master: master.name, key: describeKey(master) }),
      )
    byMaster.set(above, [...(byMaster.get(above) ?? []), isBelow(above, key)])
  }
  return [...byMaster.values()].map((filters) => (filters.length === 1 ? filters[0]! : { any: filters }))
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const describeKey = ({ key, fields }: Entity): string =>
  key.map((name) => t(fields[name]!.label)).join(' / ') || t('a code')

/** Recursive along the path: the reference field must be among the matching records of the next level up. */
function isBelow({ entity: master, path }: Ancestor, key: Record<string, string>): Filter {
  const [step, ...rest] = path
  const isLastStep = rest.length === 0
  const extraPairs = otherKeyFields(step!)
  const { entity, field } = step!.reference
  // The record has the key itself, so no other table is read.
  if (isLastStep && master.key.includes(field)) {
    const own = (part: string): string => extraPairs.find(({ theirs }) => theirs === part)?.own ?? step!.name
    const parts = Object.entries(key).map(([part, code]) => isExactly(own(part), code))
    return parts.length === 1 ? parts[0]! : { all: parts }
  }
  const filters = isLastStep
    ? Object.entries(key).map(([part, code]) => isExactly(part, code))
    : [isBelow({ entity: master, path: rest }, key)]
  return { field: step!.name, isAmong: true, others: { entity, field, filters }, extraPairs }
}

const isExactly = (field: string, code: string): Filter => ({ field, test: 'is', values: [code] })

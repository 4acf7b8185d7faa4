import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { limits, readText } from '#domain/catalogue/kinds/text.ts'
import { besideIn, everythingAbove, readKey, type Above } from '#domain/lists/below.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { Filter } from '../store/conditions.ts'

const mostBelow = 20

/** `below=zone:W`: whatever lies below it at any depth. Several of one master: below any of them; of several: below each. */
export function readBelow(entity: Entity, given: readonly string[], problems: FieldProblem[]): Filter[] {
  const refuse = (message: string): [] => {
    problems.push({ field: 'below', message })
    return []
  }
  if (given.length > mostBelow) return refuse(`below should not be given more than ${mostBelow} times`)
  const byMaster = new Map<Above, Filter[]>()
  for (const text of given) {
    const [, name = '', code = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
    const master = catalogue.find((each) => each.name === name.trim())
    if (!master)
      return refuse(`below should be a master and a code, such as zone:W; “${shorten(text)}” is not`)
    const above = everythingAbove(entity).find((each) => each.entity === master)
    if (!above) return refuse(`${entity.plural} do not lie below ${master.plural.toLowerCase()}`)
    const reading = readText('below', limits.name, code)
    if ('problem' in reading) return refuse(reading.problem)
    const key = readKey(master, String(reading.value))
    if (!key) return refuse(`below=${master.name}: should be followed by ${keyInWords(master)}`)
    byMaster.set(above, [...(byMaster.get(above) ?? []), liesBelow(above, key)])
  }
  return [...byMaster.values()].map((filters) => (filters.length === 1 ? filters[0]! : { any: filters }))
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const keyInWords = ({ key, fields }: Entity): string =>
  key.map((name) => fields[name]!.label).join(' / ') || 'a code'

/** Step by step: the field that refers to the next record up is among those of the records that lie below. */
function liesBelow({ entity: master, path }: Above, key: Record<string, string>): Filter {
  const [step, ...rest] = path
  const isHere = rest.length === 0
  const beside = besideIn(step!)
  const { entity, field } = step!.reference
  // Where the record names the key itself, nothing else need be read.
  if (isHere && master.key.includes(field)) {
    const own = (part: string): string => beside.find(({ theirs }) => theirs === part)?.own ?? step!.name
    const parts = Object.entries(key).map(([part, code]) => isExactly(own(part), code))
    return parts.length === 1 ? parts[0]! : { all: parts }
  }
  const filters = isHere
    ? Object.entries(key).map(([part, code]) => isExactly(part, code))
    : [liesBelow({ entity: master, path: rest }, key)]
  return { field: step!.name, isAmong: true, others: { entity, field, filters }, beside }
}

const isExactly = (field: string, code: string): Filter => ({ field, test: 'is', values: [code] })

import type { Entity } from '../catalogue/entity.ts'
import { readFieldTest, type ReadFilter } from './field-test.ts'
import type { FirmCalendar } from './relative-days.ts'
import { WhereProblem, type Where } from './where.ts'

/** Converts the values to those stored in tables; throws a WhereProblem with the path of the wrong part. */
export function readWhere(entity: Entity, where: Where, calendar: FirmCalendar, part = 'where'): ReadFilter {
  const inner = (parts: readonly Where[], word: string): ReadFilter[] =>
    parts.map((each, at) => readWhere(entity, each, calendar, `${part}.${word}[${at}]`))
  if ('all' in where) return { all: inner(where.all, 'all') }
  if ('any' in where) return { any: inner(where.any, 'any') }
  const read = readFieldTest(entity, where, calendar)
  if ('problem' in read) throw new WhereProblem(`${part}: ${read.problem}`)
  return read.filter
}

import type { Entity } from '../catalogue/entity.ts'
import { listInWords } from '../text.ts'
import { listTests, readFieldTest, type FieldTest, type ListTest, type ReadFilter } from './field-test.ts'
import type { FirmCalendar } from './relative-days.ts'

/** Tests on fields, joined by "all of" and "any of", as a list is asked with `where=`. */
export type Where = FieldTest | { all: readonly Where[] } | { any: readonly Where[] }

export const whereLimits = { depth: 3, tests: 30, characters: 4000 } as const

/** What is wrong, with the part it is in: "where.all[1].any[0]: Visit In Days should be a number". */
export class WhereProblem extends Error {}

/** Reads the text of a `where`; throws a WhereProblem when it is not one. Whether its fields exist is not asked yet. */
export function parseWhere(text: string): Where {
  if (text.length > whereLimits.characters)
    throw new WhereProblem(`where should not exceed ${whereLimits.characters} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new WhereProblem('where should be JSON, such as {"field":"City_Code","test":"is","values":["AHM"]}')
  }
  const count = { tests: 0 }
  return readPart(value, 'where', 0, count)
}

/** The text for an address. */
export const writeWhere = (where: Where): string => JSON.stringify(where)

/** The same with the values as tables hold them; throws a WhereProblem that names the part which is wrong. */
export function readWhere(entity: Entity, where: Where, calendar: FirmCalendar, part = 'where'): ReadFilter {
  const inner = (parts: readonly Where[], word: string): ReadFilter[] =>
    parts.map((each, at) => readWhere(entity, each, calendar, `${part}.${word}[${at}]`))
  if ('all' in where) return { all: inner(where.all, 'all') }
  if ('any' in where) return { any: inner(where.any, 'any') }
  const read = readFieldTest(entity, where, calendar)
  if ('problem' in read) throw new WhereProblem(`${part}: ${read.problem}`)
  return read.filter
}

function readPart(value: unknown, part: string, depth: number, count: { tests: number }): Where {
  const members = isObject(value) ? Object.keys(value) : []
  if (isObject(value) && members.length === 1 && (members[0] === 'all' || members[0] === 'any')) {
    const [word] = members
    const parts = value[word]
    if (depth === whereLimits.depth)
      throw new WhereProblem(`${part}: groups should not be nested more than ${whereLimits.depth} deep`)
    if (!Array.isArray(parts) || parts.length === 0)
      throw new WhereProblem(`${part}.${word} should be a list with at least one part`)
    const read = parts.map((each, at) => readPart(each, `${part}.${word}[${at}]`, depth + 1, count))
    return word === 'all' ? { all: read } : { any: read }
  }
  if (!isObject(value) || members.toSorted().join() !== 'field,test,values')
    throw new WhereProblem(`${part} should have field, test and values, or all, or any`)
  if (++count.tests > whereLimits.tests)
    throw new WhereProblem(`where should not hold more than ${whereLimits.tests} tests`)
  const { field, test, values } = value
  if (typeof field !== 'string') throw new WhereProblem(`${part}.field should be the name of a field`)
  if (!listTests.includes(test as ListTest))
    throw new WhereProblem(`${part}.test should be ${listInWords(listTests, 'or')}`)
  if (!Array.isArray(values) || !values.every((each) => typeof each === 'string'))
    throw new WhereProblem(`${part}.values should be a list of texts`)
  return { field, test: test as ListTest, values }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import { formatList } from '../text.ts'
import { listTests, type FieldTest } from './list-tests.ts'

/** The filter expression of `where=`: tests on fields, joined by `all` and `any`. */
export type Where = FieldTest | { all: readonly Where[] } | { any: readonly Where[] }

export const whereLimits = { depth: 3, tests: 30, characters: 4000 } as const

/** An error with its path: "where.all[1].any[0]: Visit In Days should be a number". */
export class WhereProblem extends Error {}

/** Parses `where`; throws a WhereProblem when it is malformed. Whether its fields exist is checked by `readWhere`. */
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

/** The text for a URL. */
export const writeWhere = (where: Where): string => JSON.stringify(where)

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
  const { field, test: named, values } = value
  const test = listTests.find((each) => each === named)
  if (typeof field !== 'string') throw new WhereProblem(`${part}.field should be the name of a field`)
  if (!test) throw new WhereProblem(`${part}.test should be ${formatList(listTests, 'or')}`)
  if (!Array.isArray(values) || !values.every((each) => typeof each === 'string'))
    throw new WhereProblem(`${part}.values should be a list of texts`)
  return { field, test, values }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

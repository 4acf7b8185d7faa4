import { formatList } from '../text.ts'
import { listTests, type FieldTest } from './list-tests.ts'
import { t } from '../messages/t.ts'

/** The filter expression of `where=`: tests on fields, joined by `all` and `any`. */
export type Where = FieldTest | { all: readonly Where[] } | { any: readonly Where[] }

export const whereLimits = { depth: 3, tests: 30, characters: 4000 } as const

/** An error with its path: "where.all[1].any[0]: Visit In Days should be a number". */
export class WhereProblem extends Error {}

/** Parses `where`; throws a WhereProblem when it is malformed. Whether its fields exist is checked by `readWhere`. */
export function parseWhere(text: string): Where {
  if (text.length > whereLimits.characters)
    throw new WhereProblem(
      t('{label} should not exceed {max} characters', { label: 'where', max: whereLimits.characters }),
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new WhereProblem(
      t('where should be JSON, such as {example}', {
        example: '{"field":"City_Code","test":"is","values":["AHM"]}',
      }),
    )
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
      throw new WhereProblem(
        t('{part}: groups should not be nested more than {max} deep', { part, max: whereLimits.depth }),
      )
    if (!Array.isArray(parts) || parts.length === 0)
      throw new WhereProblem(t('{part} should be a list with at least one part', { part: `${part}.${word}` }))
    const read = parts.map((each, at) => readPart(each, `${part}.${word}[${at}]`, depth + 1, count))
    return word === 'all' ? { all: read } : { any: read }
  }
  if (!isObject(value) || members.toSorted().join() !== 'field,test,values')
    throw new WhereProblem(t('{part} should have field, test and values, or all, or any', { part }))
  if (++count.tests > whereLimits.tests)
    throw new WhereProblem(t('where should not hold more than {max} tests', { max: whereLimits.tests }))
  const { field, test: named, values } = value
  const test = listTests.find((each) => each === named)
  if (typeof field !== 'string')
    throw new WhereProblem(t('{part} should be the name of a field', { part: `${part}.field` }))
  if (!test)
    throw new WhereProblem(
      t('{part} should be {tests}', { part: `${part}.test`, tests: formatList(listTests, 'or') }),
    )
  if (!Array.isArray(values) || !values.every((each) => typeof each === 'string'))
    throw new WhereProblem(t('{part} should be a list of texts', { part: `${part}.values` }))
  return { field, test, values }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

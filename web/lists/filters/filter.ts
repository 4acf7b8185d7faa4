import type { Entity } from '#domain/catalogue/entity.ts'
import type { FieldTest, ListTest } from '#domain/lists/list-tests.ts'
import type * as Expressions from '#domain/lists/where.ts'
import type { Where } from '#domain/lists/where.ts'
import { labelOf, listColumns } from '../list-columns.ts'

/** Conditions combined with AND or OR; a part may be a group itself. */
export interface Filter {
  how: 'all' | 'any'
  parts: readonly Where[]
}

export const isTest = (part: Where): part is FieldTest => 'field' in part

export function groupIn(part: Where): Filter | undefined {
  if (isTest(part)) return undefined
  return 'all' in part ? { how: 'all', parts: part.all } : { how: 'any', parts: part.any }
}

export const groupOf = ({ how, parts }: Filter): Where => (how === 'all' ? { all: parts } : { any: parts })

let expressions: typeof Expressions | undefined

/** Must be called before a filter is written, or read from a URL with an expression, which few have (see expressions.ts). */
export function provideExpressions(module: typeof Expressions): void {
  expressions = module
}

const plainName = /^(.+?)(?:\.(from|to|not|has|begins))?$/

/** `City_Code=AHM` or `Last_Visited.from=today-30` as a condition; undefined for any other parameter. */
function plainTest(entity: Entity, name: string, values: readonly string[]): FieldTest | undefined {
  const [, field = '', test = 'is'] = plainName.exec(name) ?? []
  return field in entity.fields ? { field, test: test as ListTest, values } : undefined
}

/** The filter of a URL, written field by field, as an expression, or both. */
export function readFilter(entity: Entity, search: URLSearchParams): Filter {
  const plain = [...new Set(search.keys())].flatMap(
    (name) => plainTest(entity, name, search.getAll(name)) ?? [],
  )
  const where = parseExpression(search.get('where'))
  if (!where) return { how: 'all', parts: plain }
  const group = groupIn(where)
  if (group?.how === 'all') return { how: 'all', parts: [...plain, ...group.parts] }
  if (group && plain.length === 0) return group
  return { how: 'all', parts: [...plain, where] }
}

/** Undefined for an invalid expression, which the server reports. */
function parseExpression(text: string | null): Where | undefined {
  if (!text) return undefined
  try {
    return expressions?.parseWhere(text)
  } catch {
    return undefined
  }
}

/** Written field by field where possible, because users read and edit URLs; otherwise as an expression. */
export function writeFilter(
  entity: Entity,
  search: URLSearchParams,
  { how, parts }: Filter,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of new Set(search.keys()))
    if (name === 'where' || plainTest(entity, name, [])) next.delete(name)
  const names = parts.map((part) => isTest(part) && part.field in entity.fields && nameOf(part))
  const isPlain = how === 'all' || parts.length === 1
  if (isPlain && names.every(Boolean) && new Set(names).size === names.length) {
    for (const part of parts as readonly FieldTest[])
      for (const value of part.values) next.append(nameOf(part), value)
  } else {
    next.set('where', expressions!.writeWhere(groupOf({ how, parts })))
  }
  return next
}

const nameOf = ({ field, test }: FieldTest): string => (test === 'is' ? field : `${field}.${test}`)

/** The label of a field, or its name when an old URL refers to a removed field. */
export function labelIn(entity: Entity, field: string): string {
  const column = listColumns(entity).get(field)
  return column ? labelOf(column) : field
}

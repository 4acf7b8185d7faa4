import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { LookupRow } from '#domain/contract/lookups.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Row } from '../store/dialect.ts'
import type { ListQuery, Page } from '../store/record-list.ts'
import type { Options } from '../store/record-options.ts'
import type { Records } from '../store/records.ts'
import { calendarOf, readLimit, readSearch, type QueryText } from './list-query.ts'
import { readOptionQuery } from './option-query.ts'

export async function objects(ctx: Context, { entity, fields }: LookupRow): Promise<Row[]> {
  const wanted = [...new Set(Object.values(fields))]
  const rows = await gate(ctx, 'read', entity).distinct(wanted)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, row[field]!])),
  )
}

export async function strings(ctx: Context, entity: string, field: string): Promise<string[]> {
  const rows = await gate(ctx, 'read', entity).distinct([field])
  return rows.map((row) => row[field] as string)
}

/** For each field of the entity that refers to another: the values it may have. */
export async function dropdowns(
  ctx: Context,
  entity: string,
  fields: readonly string[],
): Promise<Record<string, string[]>> {
  const declared = entityNamed(entity).fields
  const lists = fields.map(async (name): Promise<[string, string[]]> => {
    const { entity: target, field } = declared[name]!.reference!
    return [name, await strings(ctx, target, field)]
  })
  return Object.fromEntries(await Promise.all(lists))
}

/** What a form offers for a field that refers to this entity. */
export async function options(ctx: Context, name: string, query: QueryText): Promise<Options> {
  const records = gate(ctx, 'read', name)
  return records.options(readOptionQuery(records.entity, query, calendarOf(ctx)))
}

export async function lastCode(ctx: Context, name: string): Promise<string> {
  const records = gate(ctx, 'read', name)
  const [field] = Object.entries(records.entity.fields).find(([, each]) => each.series)!
  return records.lastCode(field)
}

export const maxPerAnswer = 1000

export interface PlainPage {
  items: Partial<StoredRecord>[]
  /** The query of the next page; null on the last one. */
  next: string | null
}

/** `?q=patel&limit=100&after=…`: a list that is answered as a bare array, and never as a longer one than this. */
export async function plainPage(
  ctx: Context,
  name: string,
  query: QueryText,
  fields?: readonly string[],
): Promise<PlainPage> {
  const records = gate(ctx, 'read', name)
  const { entity } = records
  const problems: FieldProblem[] = []
  const one = (word: string): string | undefined => {
    const value = query[word]
    if (Array.isArray(value)) problems.push({ field: word, message: `${word} should be given once` })
    return Array.isArray(value) ? undefined : value
  }
  const search = readSearch(one('q'), problems)
  const after = one('after')
  const limit = readLimit(one('limit'), problems, { usual: maxPerAnswer, max: maxPerAnswer })
  if (problems.length > 0) throw invalid(problems)
  const asked: ListQuery = {
    filters: [],
    sort: { field: entity.sortedBy, descending: false },
    limit,
    total: false,
    ...(search && { search }),
    ...(after && { after }),
  }
  const { items, next } = fields ? await someFields(records, asked, fields) : await records.list(asked)
  if (next === null) return { items, next }
  const further = new URLSearchParams({ ...(search && { q: search }), limit: String(limit), after: next })
  return { items, next: further.toString() }
}

/** Only these are read: an answer of thousand customers needs five of their two dozen fields. */
async function someFields(
  records: Records,
  asked: ListQuery,
  fields: readonly string[],
): Promise<{ items: Partial<StoredRecord>[]; next: string | null }> {
  const columns = fields.map((field) => `${records.entity.table}.${columnName(field)} as ${field}`)
  const select = { name: `plain ${fields.join()}`, columns: [`${records.entity.table}.id`, ...columns] }
  const { rows, next } = await records.listRows(asked, select)
  const items = rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]!])))
  return { items: items as Partial<StoredRecord>[], next }
}

const rowsAtOnce = 1000

/** Everything, for a list that has no pages and is short by its nature; read in slices, so that others get their turn in between. */
export async function everyRecord(ctx: Context, name: string): Promise<StoredRecord[]> {
  const records = gate(ctx, 'read', name)
  const sort = { field: records.entity.sortedBy, descending: false }
  const all: StoredRecord[] = []
  let page: Page | undefined
  do {
    page = await records.list({
      filters: [],
      sort,
      limit: rowsAtOnce,
      total: false,
      ...(page?.next && { after: page.next }),
    })
    all.push(...page.items)
  } while (page.next)
  return all
}

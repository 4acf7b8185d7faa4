import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { canRetire, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import type { LookupRow } from '#domain/contract/lookups.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import type { Row } from '../store/dialect.ts'
import type { ListQuery, Page } from '../store/query/record-list.ts'
import type { Options } from '../store/query/record-options.ts'
import type { Records } from '../store/records/records.ts'
import { calendarOf, readLimit, readSearch, type QueryText } from './list-query.ts'
import { readOptionQuery } from './option-query.ts'
import { t } from '#domain/messages/t.ts'

export async function objects(ctx: Context, { entity, fields }: LookupRow): Promise<Row[]> {
  const wanted = [...new Set(Object.values(fields))]
  const rows = await dynamicGate(ctx, 'read', entity).distinct(wanted)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, row[field]!])),
  )
}

export async function strings(ctx: Context, entity: string, field: string): Promise<string[]> {
  const rows = await dynamicGate(ctx, 'read', entity).distinct([field])
  return rows.map((row) => textAt(row, field))
}

/** The allowed values of each reference field. */
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

/** The options of a form field that refers to this entity. */
export async function options(ctx: Context, name: string, query: QueryText): Promise<Options> {
  const records = dynamicGate(ctx, 'read', name)
  return records.options(readOptionQuery(records.entity, query, calendarOf(ctx)))
}

export async function lastCode(ctx: Context, name: string): Promise<string> {
  const records = dynamicGate(ctx, 'read', name)
  const [field] = Object.entries(records.entity.fields).find(([, each]) => each.series)!
  return records.lastCode(field)
}

export const maxPerAnswer = 1000

export interface PlainPage {
  items: RecordValues[]
  /** The query of the next page; null on the last one. */
  next: string | null
}

/** `?q=patel&limit=100&after=…`: a page of a list that the route sends as a plain array. */
export async function plainPage(
  ctx: Context,
  name: string,
  query: QueryText,
  fields?: readonly string[],
): Promise<PlainPage> {
  const records = dynamicGate(ctx, 'read', name)
  const { entity } = records
  const problems: FieldProblem[] = []
  const one = (word: string): string | undefined => {
    const value = query[word]
    if (Array.isArray(value))
      problems.push({ field: word, message: t('{name} should be given once', { name: word }) })
    return Array.isArray(value) ? undefined : value
  }
  const search = readSearch(one('q'), problems)
  const after = one('after')
  const limit = readLimit(one('limit'), problems, { usual: maxPerAnswer, max: maxPerAnswer })
  if (problems.length > 0) throw invalid(problems)
  const listQuery: ListQuery = {
    filters: [],
    sort: { field: entity.sortedBy, descending: false },
    limit,
    total: false,
    ...(search && { search }),
    ...(after && { after }),
  }
  const { items, next } = fields
    ? await listSomeFields(records, listQuery, fields)
    : await records.list(listQuery)
  if (next === null) return { items, next }
  const nextQuery = new URLSearchParams({ ...(search && { q: search }), limit: String(limit), after: next })
  return { items, next: nextQuery.toString() }
}

/** Reads only these columns: a page of a thousand customers needs five of their two dozen fields. */
async function listSomeFields(
  records: Records,
  listQuery: ListQuery,
  fields: readonly string[],
): Promise<PlainPage> {
  const columns = fields.map((field) => `${tableOf(records.entity)}.${columnName(field)} as ${field}`)
  const select = { name: `plain ${fields.join()}`, columns: [`${tableOf(records.entity)}.id`, ...columns] }
  const { rows, next } = await records.listRows(listQuery, select)
  const items = rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]!])))
  return { items, next }
}

const rowsPerPage = 1000

/** All records that are not retired, for a short list without pages; read page by page, so that other requests run in between. */
export async function readAllRecords(ctx: Context, name: string): Promise<StoredRecord[]> {
  const records = dynamicGate(ctx, 'read', name)
  const sort = { field: records.entity.sortedBy, descending: false }
  const filters: ListQuery['filters'] = canRetire(records.entity)
    ? [{ field: retiredOnField, test: 'is', values: [null] }]
    : []
  const all: StoredRecord[] = []
  let page: Page | undefined
  do {
    page = await records.list({
      filters,
      sort,
      limit: rowsPerPage,
      total: false,
      ...(page?.next && { after: page.next }),
    })
    all.push(...page.items)
  } while (page.next)
  return all
}

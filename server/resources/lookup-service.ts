import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { LookupRow } from '#domain/contract/lookups.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Row } from '../store/dialect.ts'
import type { Page } from '../store/record-list.ts'
import type { Options } from '../store/record-options.ts'
import { calendarOf, type QueryText } from './list-query.ts'
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

const rowsAtOnce = 5000

/** Everything, for the seed's lists that have no pages; read in slices, so that others get their turn in between. */
export async function everyRecord(
  ctx: Context,
  name: string,
  fields?: readonly string[],
): Promise<Partial<StoredRecord>[]> {
  const records = gate(ctx, 'read', name)
  const sort = { field: records.entity.sortedBy, descending: false }
  const all: Partial<StoredRecord>[] = []
  let page: Page | undefined
  do {
    page = await records.list({
      filters: [],
      sort,
      limit: rowsAtOnce,
      total: false,
      ...(page?.next && { after: page.next }),
    })
    for (const record of page.items) {
      all.push(fields ? Object.fromEntries(fields.map((field) => [field, record[field]!])) : record)
    }
  } while (page.next)
  return all
}

import { catalogue } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Erasure, ErasureReport, PersonEntity, Retention } from '#domain/api/personal-data.ts'
import { t } from '#domain/messages/t.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireFullScope, requireRight } from '../core/gate.ts'
import { dynamic, type Db } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Store } from '../store/store.ts'
import { readOwnRows } from './account.ts'
import { countErasure, erase } from './erase.ts'
import { listErasure } from './erasure-list.ts'
import { reportOf } from './erasure-report.ts'
import { findPerson } from './find-person.ts'
import type { Person } from './person.ts'

function check(ctx: Context, entity: PersonEntity): void {
  requireRight(ctx, 'delete', 'account')
  if (entity === 'account') requireRight(ctx, 'delete', 'apiToken')
  else for (const action of ['export', 'delete'] as const) requireRight(ctx, action, entity)
  requireFullScope(ctx, t('Personal data'))
}

async function personAt(ctx: Context, db: Db, entity: PersonEntity, idOrCode: string): Promise<Person> {
  const person = await findPerson(db, ctx.store.dialect, entity, idOrCode)
  if (!person) throw notFound(missing(entity, idOrCode))
  return person
}

function missing(entity: PersonEntity, code: string): string {
  if (entity === 'account') return t('There is no such account. It may have been deleted meanwhile')
  return entity === 'customer'
    ? t('There is no customer {code}', { code })
    : t('There is no employee {code}', { code })
}

/** Reports what an erasure changes and what stays, and makes it unless it is a dry run. */
export async function erasePersonalData(
  ctx: Context,
  entity: PersonEntity,
  idOrCode: string,
  { reason = '', dryRun }: Erasure,
): Promise<ErasureReport> {
  check(ctx, entity)
  if (!dryRun && reason.trim() === '') throw invalid([{ field: 'reason', message: t('Enter a reason') }])
  const person = await personAt(ctx, ctx.store.read, entity, idOrCode)
  if (ctx.actor.kind === 'account' && ctx.actor.id === person.id)
    throw conflict(t('This is your own account. Another administrator has to erase it'))
  const report = reportOf(ctx, person, await countErasure(ctx, person))
  if (dryRun) return { isDryRun: true, id: null, ...report }
  const id = await ctx.store.transaction(async (tx) =>
    erase(ctx, tx, await personAt(ctx, tx, entity, person.id), reason),
  )
  listErasure(ctx, { id, entity, record: person.id, at: ctx.now().toISOString() })
  return { isDryRun: false, id, ...report }
}

/** Everything that is stored about a person, for the person. */
export async function exportPersonalData(
  ctx: Context,
  entity: PersonEntity,
  idOrCode: string,
): Promise<{ fileName: string; content: string }> {
  check(ctx, entity)
  const db = ctx.store.read
  const person = await personAt(ctx, db, entity, idOrCode)
  const ids = [...person.marks.ids]
  const entities = [...person.records.map((each) => each.entity), entity]
  const content = {
    about: { entity, id: person.id, code: person.code },
    exportedAt: ctx.now().toISOString(),
    ...(person.account && (await readOwnRows(db, person.account))),
    ...(entity === 'customer' && (await readCustomerRows(db, person))),
    ...(entity !== 'customer' &&
      entity !== 'account' && { references: await readReferences(ctx.store, person) }),
    records: Object.fromEntries(person.records.map(({ entity: name, live }) => [name, live])),
    deletedRecords: Object.fromEntries(person.records.map(({ entity: name, binned }) => [name, binned])),
    comments: await db
      .selectFrom('comment')
      .select(['entity', 'record_id', 'body', 'by_name', 'at'])
      .where('record_id', 'in', ids)
      .execute(),
    documents: await db
      .selectFrom('document')
      .select(['id', 'entity', 'record_id', 'name', 'media_type', 'size', 'hash', 'at'])
      .where('record_id', 'in', ids)
      .execute(),
    history: await db
      .selectFrom('history')
      .select([
        'entity',
        'record_id',
        'version',
        'action',
        'at',
        'actor_name',
        'before_values',
        'after_values',
      ])
      .where('record_id', 'in', ids)
      .where('entity', 'in', entities)
      .orderBy('id')
      .execute(),
  }
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'personal data exported', entity, record: person.id }),
  )
  const code = person.code.replaceAll(/[^\w-]/g, '_')
  return { fileName: `personal-data-${code}.json`, content: `${JSON.stringify(content, null, 2)}\n` }
}

async function readCustomerRows(db: Db, { marks: { own, ids } }: Person): Promise<Record<string, unknown>> {
  return {
    bills: await db.selectFrom('bill').selectAll().where('customer_id', 'in', own).execute(),
    balances: await db.selectFrom('book_balance').selectAll().where('customer_id', 'in', own).execute(),
    proposals: await db.selectFrom('proposal').selectAll().where('customer_id', 'in', own).execute(),
    photos: await db
      .selectFrom('photo')
      .select(['id', 'visit_id', 'media_type', 'created_at'])
      .where('visit_id', 'in', [...ids])
      .execute(),
  }
}

/** The visits, plans and assignments that name the employee by its number, as their ids and codes. */
async function readReferences(
  { read: db, dialect }: Store,
  { records }: Person,
): Promise<Record<string, unknown>> {
  const numbers = records
    .filter(({ entity }) => entity === 'employee')
    .flatMap(({ live }) => live.map((record) => textAt(record, 'employeeNumber')))
  const found: Record<string, unknown> = {}
  for (const entity of numbers.length > 0 ? catalogue : [])
    for (const [name, { reference }] of Object.entries(entity.fields))
      if (reference?.entity === 'employee')
        found[`${entity.name}.${name}`] = await dynamic(db)
          .selectFrom(tableOf(entity))
          .select(['id', 'natural_key', 'created_at'])
          .where((where) =>
            where.or(
              numbers.map((number) =>
                reference.many
                  ? dialect.listContains(columnName(name), number)
                  : where(columnName(name), '=', number),
              ),
            ),
          )
          .execute()
  return found
}

/** How long data is kept. */
export async function readRetention(ctx: Context): Promise<Retention> {
  requireRight(ctx, 'read', 'audit')
  const { retention, backups, databaseUrl } = ctx.config
  const { locations = null, photos = null } = retention
  const makesBackups = databaseUrl === undefined && backups.folder !== undefined
  return { ...retention, locations, photos, backups: makesBackups ? backups.keepDays : null }
}

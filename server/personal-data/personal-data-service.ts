import type { Erasure, ErasureReport } from '#domain/api/personal-data.ts'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { t } from '#domain/messages/t.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireFullScope, requireRight } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { countErasure, erase, type ErasureCounts } from './erase.ts'
import { listErasure } from './erasure-list.ts'
import { findPerson, type Person } from './person.ts'

function check(ctx: Context): void {
  requireRight(ctx, 'delete', 'account')
  for (const action of ['export', 'delete'] as const) requireRight(ctx, action, 'customer')
  requireFullScope(ctx, t('Personal data'))
}

async function personAt(ctx: Context, db: Db, idOrCode: string): Promise<Person> {
  const person = await findPerson(db, ctx.store.dialect, idOrCode)
  if (!person) throw notFound(t('There is no customer {code}', { code: idOrCode }))
  return person
}

/** Reports what an erasure changes and what stays, and makes it unless it is a dry run. */
export async function erasePersonalData(
  ctx: Context,
  idOrCode: string,
  { reason = '', dryRun }: Erasure,
): Promise<ErasureReport> {
  check(ctx)
  if (!dryRun && reason.trim() === '') throw invalid([{ field: 'reason', message: t('Enter a reason') }])
  const person = await personAt(ctx, ctx.store.read, idOrCode)
  const counts = await countErasure(ctx, person)
  const report = reportOf(ctx, person, counts)
  if (dryRun) return { isDryRun: true, id: null, ...report }
  const id = await ctx.store.transaction(async (tx) =>
    erase(ctx, tx, await personAt(ctx, tx, person.id), reason),
  )
  listErasure(ctx, { id, customer: person.id, at: ctx.now().toISOString() })
  return { isDryRun: false, id, ...report }
}

type Line = ErasureReport['erased'][number]

function reportOf(
  ctx: Context,
  person: Person,
  counts: ErasureCounts,
): Pick<ErasureReport, 'code' | 'erased' | 'stays' | 'others'> {
  const erased = (what: string, count: number): Line[] => (count > 0 ? [{ what, count, why: null }] : [])
  return {
    code: person.code,
    erased: [
      {
        what: t('Name, contact, phone, e-mail, street, PIN code, PAN and GSTIN of the customer'),
        count: 1,
        why: null,
      },
      ...erased(t('Remarks, feedback, reasons, positions and photos of visits'), counts.visits),
      ...erased(t('Location, licences and messages of the contact form'), counts.deletedRecords),
      ...erased(t('Values of deleted records in the bin'), counts.binned),
      ...erased(t('Comments'), counts.comments),
      ...erased(t('Documents'), counts.documents),
      ...erased(t('Photos'), counts.photos),
      ...erased(t('Values in imports, messages, webhooks, proposals and stored answers'), counts.logRows),
      ...erased(t('Values in entries of the history and the audit'), counts.entries),
    ],
    stays: staysOf(ctx, person, counts),
    others: counts.others,
  }
}

function staysOf(ctx: Context, person: Person, counts: ErasureCounts): Line[] {
  const { timeZone, backups, databaseUrl } = ctx.config
  const until = addDays(dayIn(ctx.now(), timeZone), backups.keepDays)
  const isOwnBackup = databaseUrl === undefined && backups.folder !== undefined
  return [
    {
      what: t('The code {code}, with the territory, balances, bills and payments', { code: person.code }),
      count: counts.books,
      why: t(
        'Books of account and tax records have to be kept: 8 years by the Companies Act, 6 by the CGST Act',
      ),
    },
    {
      what: t('Visits with their day, employee, advice and amounts, without a name'),
      count: counts.visits,
      why: t('They belong to the work of the firm and to the books, and no longer name the person'),
    },
    {
      what: t('Entries of the history and the audit, with the values replaced'),
      count: counts.entries,
      why: t('They show who changed what and when, and that the erasure was made'),
    },
    {
      what: t('Backups of before the erasure'),
      count: null,
      why: isOwnBackup
        ? t('They are deleted by {day}; when one is restored, the erasure is made again', {
            day: formatDate(until),
          })
        : t(
            'They are deleted when the retention of your backup tool ends; when one is restored, the erasure is made again',
          ),
    },
    {
      what: t('Files that were exported, and what other programs received'),
      count: null,
      why: t('They are outside of this product: the audit lists the exports, ask those who made them'),
    },
  ]
}

/** Everything that is stored about a customer, for the person. */
export async function exportPersonalData(
  ctx: Context,
  idOrCode: string,
): Promise<{ fileName: string; content: string }> {
  check(ctx)
  const db = ctx.store.read
  const person = await personAt(ctx, db, idOrCode)
  const ids = [...person.marks.ids]
  const { customers } = person.marks
  const entities = person.records.map(({ entity }) => entity)
  const content = {
    about: { entity: 'customer', id: person.id, code: person.code },
    exportedAt: ctx.now().toISOString(),
    records: Object.fromEntries(person.records.map(({ entity, live }) => [entity, live])),
    deletedRecords: Object.fromEntries(person.records.map(({ entity, binned }) => [entity, binned])),
    bills: await db.selectFrom('bill').selectAll().where('customer_id', 'in', customers).execute(),
    balances: await db.selectFrom('book_balance').selectAll().where('customer_id', 'in', customers).execute(),
    comments: await db
      .selectFrom('comment')
      .select(['entity', 'record_id', 'body', 'by_name', 'at'])
      .where('record_id', 'in', ids)
      .execute(),
    proposals: await db.selectFrom('proposal').selectAll().where('customer_id', 'in', customers).execute(),
    documents: await db
      .selectFrom('document')
      .select(['id', 'entity', 'record_id', 'name', 'media_type', 'size', 'hash', 'at'])
      .where('record_id', 'in', ids)
      .execute(),
    photos: await db
      .selectFrom('photo')
      .select(['id', 'visit_id', 'media_type', 'created_at'])
      .where('visit_id', 'in', ids)
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
    recordEvent(tx, ctx, { action: 'personal data exported', entity: 'customer', record: person.id }),
  )
  const code = person.code.replaceAll(/[^\w-]/g, '_')
  return { fileName: `personal-data-${code}.json`, content: `${JSON.stringify(content, null, 2)}\n` }
}

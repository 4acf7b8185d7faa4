import { customerName } from '#domain/catalogue/names/shown-name.ts'
import type { ProposalDetail, ProposalPage, ProposalQuery } from '#domain/api/field/proposals.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { notFound, type Problem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../../core/context.ts'
import { gate, requireRight } from '../../core/gate.ts'
import { findDuplicates } from '../../duplicates/duplicate-service.ts'
import { referenceNames } from '../../records/reference-names.ts'
import { isId } from '../../store/new-id.ts'
import { findAfterMerges } from '../../store/records/former-codes.ts'
import { proposalScope } from './proposal-scope.ts'
import {
  countOpen,
  countWaitingFor,
  findProposal,
  listProposalRows,
  type ProposalRow,
} from './proposal-store.ts'
import {
  beforeValues,
  proposedValues,
  readCustomers,
  toProposalView,
  visibleTexts,
  type TextsByField,
} from './proposal-view.ts'

export async function listProposals(ctx: Context, query: ProposalQuery): Promise<ProposalPage> {
  requireRight(ctx, 'update', 'customer')
  const { state, type, after, limit } = query
  const scope = proposalScope(ctx)
  const db = ctx.store.read
  const found = await listProposalRows(db, { state, type, after, limit: limit + 1, scope })
  const rows = found.slice(0, limit)
  const customers = await readCustomers(ctx, rows)
  return {
    items: rows.map((row) => toProposalView(row, customers.get(row.customer_id ?? '') ?? null)),
    next: found.length > limit ? rows.at(-1)!.id : null,
    ...(await countOpen(db, scope)),
  }
}

export async function readProposal(ctx: Context, id: string): Promise<ProposalDetail> {
  const row = await findVisible(ctx, id)
  const customer = (await readCustomers(ctx, [row])).get(row.customer_id ?? '') ?? null
  const proposed = visibleTexts(ctx, proposedValues(row))
  const isOpen = row.state === 'open'
  const { missing, mergedInto } =
    isOpen && row.type === 'correction' && !customer
      ? await whereIsCustomer(ctx, row)
      : { missing: null, mergedInto: null }
  const about = customer ?? mergedInto
  const before = visibleTexts(ctx, beforeValues(row))
  const current = about && ((await gate(ctx, 'read', 'customer').find(about.id)) ?? null)
  return {
    ...toProposalView(row, customer),
    proposed,
    before,
    current,
    place:
      about && 'Place' in proposed
        ? ((await gate(ctx, 'read', 'customerPlace').find(about.code)) ?? null)
        : null,
    missing,
    mergedInto,
    suggested: isOpen && row.type === 'new customer' ? await suggestValues(ctx, proposed) : {},
    names: await referenceNames(ctx, entities.customer, [proposed, before, ...(current ? [current] : [])]),
    duplicates: isOpen ? await duplicatesOf(ctx, row, proposed) : [],
    waiting: isOpen ? await countWaitingFor(ctx.store.read, row.id) : 0,
  }
}

export async function findVisible(ctx: Context, id: string): Promise<ProposalRow> {
  requireRight(ctx, 'update', 'customer')
  const row = isId(id) ? await findProposal(ctx.store.read, id.toLowerCase(), proposalScope(ctx)) : undefined
  return row ?? throwMissing(id)
}

export const missingProposal = (id: string): Problem => notFound(t('There is no proposal {id} here', { id }))

function throwMissing(id: string): never {
  throw missingProposal(id)
}

/** A correction of a customer that this account does not find any more. */
async function whereIsCustomer(
  ctx: Context,
  { customer_id: id }: ProposalRow,
): Promise<Pick<ProposalDetail, 'missing' | 'mergedInto'>> {
  const db = ctx.store.read
  if (id === null) return { missing: 'deleted', mergedInto: null }
  const row = await db.selectFrom('customer').select('id').where('id', '=', id).executeTakeFirst()
  if (row) return { missing: 'outside scope', mergedInto: null }
  const kept = (await findAfterMerges(db, entities.customer, id))?.id
  if (kept === undefined) return { missing: 'deleted', mergedInto: null }
  const record = await gate(ctx, 'read', 'customer').find(kept)
  const mergedInto = record ? { id: kept, code: record.Customer_Code, name: customerName(record) } : null
  return { missing: 'merged', mergedInto }
}

/** Fields that customers of one city usually share. */
const sharedFields = [
  'Type',
  'Currency_Name',
  'GST_Name',
  'State_Code',
  'Tax_Preference',
  'paymentTermCode',
  'Country_Code',
  'Zone_Code',
  'Pool_Code',
  'Station_Code',
  'Visit_In_Days',
] as const

async function suggestValues(ctx: Context, proposed: TextsByField): Promise<Record<string, string>> {
  const city = proposed['City_Code']
  if (!city) return {}
  const records = gate(ctx, 'read', 'customer')
  const row = await ctx.store.read
    .selectFrom('customer')
    .select('id')
    .where('city_code', '=', city)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const neighbour = row && (await records.find(row.id))
  if (!neighbour) return {}
  const shared = sharedFields
    .filter((name) => !proposed[name] && !records.hidden.includes(name))
    .map((name) => [name, showPlain(neighbour[name])] as const)
  return Object.fromEntries(shared.filter(([, value]) => value !== ''))
}

async function duplicatesOf(
  ctx: Context,
  { type, customer_id: own }: ProposalRow,
  proposed: TextsByField,
): Promise<ProposalDetail['duplicates']> {
  const known = Object.entries(proposed).filter(([name]) => name in entities.customer.fields)
  const { items } = await findDuplicates(ctx, 'customer', {
    ...Object.fromEntries(known),
    ...(type === 'correction' && own !== null && { id: own }),
  })
  return items
}

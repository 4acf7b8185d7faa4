import { customerName } from '#domain/catalogue/names/shown-name.ts'
import type { ProposalView } from '#domain/api/field/proposals.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { isObject } from '#domain/input.ts'
import { mask } from '#domain/mask.ts'
import { parseJson } from '#domain/parse-json.ts'
import { t } from '#domain/messages/t.ts'
import { gate, hiddenFieldsFor } from '../../core/gate.ts'
import type { Context } from '../../core/context.ts'
import type { ProposalRow } from './proposal-store.ts'

export type TextsByField = Record<string, string | null>

const isTextsByField = (input: unknown): input is TextsByField =>
  isObject(input) && Object.values(input).every((value) => value === null || typeof value === 'string')

export const proposedValues = ({
  proposed_values: json,
}: Pick<ProposalRow, 'proposed_values'>): TextsByField => parseJson(json, isTextsByField)

export const beforeValues = ({ before_values: json }: Pick<ProposalRow, 'before_values'>): TextsByField =>
  parseJson(json, isTextsByField)

/** The values as the account may see them. */
export function visibleTexts(ctx: Context, values: TextsByField): TextsByField {
  const hidden = hiddenFieldsFor(ctx.actor, entities.customer)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== null && hidden.includes(name) ? mask(value) : value,
    ]),
  )
}

type CustomerOfProposal = ProposalView['customer']

export async function readCustomers(
  ctx: Context,
  rows: readonly ProposalRow[],
): Promise<ReadonlyMap<string, NonNullable<CustomerOfProposal>>> {
  const customers = gate(ctx, 'read', 'customer')
  const ids = new Set(rows.flatMap(({ customer_id: id }) => (id === null ? [] : [id])))
  const found = new Map<string, NonNullable<CustomerOfProposal>>()
  for (const id of ids) {
    const record = await customers.find(id)
    if (record) found.set(id, { id, code: record.Customer_Code, name: customerName(record) })
  }
  return found
}

export function toProposalView(row: ProposalRow, customer: CustomerOfProposal): ProposalView {
  const proposed = proposedValues(row)
  return {
    id: row.id,
    reference: referenceOf(row.id),
    type: row.type,
    state: row.state,
    by: row.by_name,
    recordedAt: row.recorded_at,
    receivedAt: row.received_at,
    customer,
    name: customer?.name ?? proposed['Customer_Name'] ?? t('Customer without a name'),
    fields: Object.keys(proposed),
    remarks: row.remarks,
    note: row.note,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    batch: row.state === 'approved' ? row.batch_id : null,
  }
}

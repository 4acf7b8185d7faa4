import type { MarkKind } from '#domain/field/events.ts'
import { referenceOf } from '#domain/field/reference.ts'
import type { Context } from '../../core/context.ts'
import type { Tx } from '../../store/dialect.ts'
import { newId } from '../../store/new-id.ts'
import { cityCode } from './territory/territory.ts'
import { samplePhone } from './numbers.ts'

interface SampleProposal {
  by: string
  hoursAgo: number
  /** The code of the customer to correct; without it, a new one. */
  customer?: string
  values: Readonly<Record<string, string>>
  before?: Readonly<Record<string, string | null>>
  remarks?: string
  refusal?: string
}

/** One of a customer that exists, one that is new, one whose value changed since, and one that was refused. */
const proposals = (): readonly SampleProposal[] => [
  {
    by: 'Pravin Makwana',
    hoursAgo: 76,
    values: { Customer_Name: 'Girnar Krushi Seva', City_Code: cityCode('Junagadh') },
    remarks: 'Shop opposite the bus stand',
    refusal: 'No phone number: please ask for it and propose the shop again',
  },
  {
    by: 'Rakesh Solanki',
    hoursAgo: 50,
    values: {
      Customer_Name: 'Khodal Agro Center',
      Primary_Contact: 'Jayesh Vekaria',
      Customer_Phone: samplePhone(1002),
      City_Code: cityCode('Gondal'),
      Soil_Name: 'Medium Black',
    },
    remarks: 'New board above the shop, asked for a price list',
  },
  {
    by: 'Anita Pawar',
    hoursAgo: 27,
    values: {
      Customer_Name: 'Godavari Drip and Seeds',
      Primary_Contact: 'Sachin Gaikwad',
      Customer_Phone: samplePhone(7001),
      City_Code: cityCode('Nashik'),
      Street: 'Makhmalabad Road',
      Pin_Code: '422003',
      Soil_Name: 'Medium Black',
      Place: '20.0212,73.7801',
    },
    remarks: 'Sells drip lines, wants fertilizer as well',
  },
  {
    by: 'Rakesh Solanki',
    hoursAgo: 5,
    customer: 'C1003',
    values: { Customer_Phone: samplePhone(7002), Street: 'Bhojrajpara Main Road, beside the bank' },
    before: { Customer_Phone: samplePhone(1002), Street: 'Bhojrajpara' },
    remarks: 'He has a new number since Diwali',
  },
]

const marked: readonly { by: string; kinds: readonly [MarkKind, string][]; hoursLate: number }[] = [
  {
    by: 'Rakesh Solanki',
    hoursLate: 98,
    kinds: [['late', 'It arrived 4 days after it was recorded']],
  },
  {
    by: 'Anita Pawar',
    hoursLate: 1,
    kinds: [['clock', 'The clock of the phone was 43 minutes behind']],
  },
  {
    by: 'Bharat Chaudhari',
    hoursLate: 6,
    kinds: [
      ['plan-changed', 'The plan was moved meanwhile'],
      ['dropped-values', 'A material is no longer on the list; its name is in the remarks'],
    ],
  },
]

/** Loads proposals of representatives and visits that arrived with a mark, so that the office screens show them. */
export async function loadFieldArrivals(ctx: Context, tx: Tx): Promise<void> {
  const before = (hours: number): string => new Date(ctx.now().getTime() - hours * 3_600_000).toISOString()
  for (const { by, hoursAgo, customer, values, before: shown = {}, remarks = '', refusal } of proposals()) {
    const row = customer === undefined ? undefined : await customerWithCode(tx, customer)
    if (customer !== undefined && !row) continue
    await tx
      .insertInto('proposal')
      .values({
        id: newId(ctx.now()),
        type: row ? 'correction' : 'new customer',
        account_id: 'sample',
        by_name: by,
        recorded_at: before(hoursAgo),
        received_at: before(hoursAgo - 1),
        customer_id: row?.id ?? null,
        proposed_values: JSON.stringify(values),
        before_values: JSON.stringify(shown),
        remarks,
        state: refusal === undefined ? 'open' : 'refused',
        note: refusal ?? null,
        decided_at: refusal === undefined ? null : before(hoursAgo - 20),
        decided_by: refusal === undefined ? null : 'Meenaben Shah',
        batch_id: null,
      })
      .execute()
  }
  const visits = await tx
    .selectFrom('visit')
    .select('id')
    .where('status', '=', 'visited')
    .orderBy('visited_on', 'desc')
    .orderBy('id', 'desc')
    .limit(marked.length)
    .execute()
  for (const [at, visit] of visits.entries()) {
    const { by, kinds, hoursLate } = marked[at]!
    const id = newId(ctx.now())
    const marks = kinds.map(([kind, message]) => ({ kind, message }))
    const result = { id, state: 'accepted', message: null, marks, visit: null }
    await tx
      .insertInto('field_event')
      .values({
        id,
        reference: referenceOf(id),
        kind: 'visit',
        account_id: `sample ${by}`,
        by_name: by,
        device_id: 'sample',
        recorded_at: before(hoursLate + 2),
        received_at: before(2),
        customer_id: null,
        visit_id: visit.id,
        content_hash: 'sample',
        content: '{}',
        state: 'accepted',
        result: JSON.stringify(result),
        marks: JSON.stringify(marks),
        seen_at: null,
        seen_by: null,
        waits_for: null,
      })
      .execute()
  }
}

const customerWithCode = (tx: Tx, code: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('customer').select('id').where('customer_code', '=', code).executeTakeFirst()

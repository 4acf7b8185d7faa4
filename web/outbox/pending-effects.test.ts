import { expect, it } from 'vitest'
import type { FieldEvent } from '#domain/field/events.ts'
import type { PackCustomer } from '#domain/field/pack.ts'
import type { OutboxEntry } from './outbox.ts'
import { withPendingEffects } from './pending-effects.ts'

const customer: PackCustomer = {
  id: 'c1',
  code: 'C-1',
  name: 'Patel',
  phone: '',
  street: '',
  state: 'GJ',
  cityCode: '',
  city: '',
  pin: '',
  soil: '',
  visitInDays: 30,
  lastVisited: '2026-10-01',
  place: null,
  plan: {
    Visit_ID: 'V000001',
    version: 3,
    at: '2026-11-17T05:00:00.000Z',
    remarks: null,
    order: 1,
    assignedTo: null,
    isMine: true,
  },
  visits: [],
  isMine: true,
}

let count = 0
const common = {
  version: 1,
  account: 'a1',
  device: 'd1',
  at: '2026-11-17T04:30:00.000Z',
  customer: { id: 'c1' },
  seen: null,
}
const entryOf = (event: FieldEvent, sentAt: string | null = null): OutboxEntry => ({
  event,
  reference: '7K3M-Q2XD',
  state: sentAt === null ? 'waiting' : 'sent',
  message: null,
  marks: [],
  sentAt,
  visit: null,
})
const visitOf = (values: Record<string, unknown>, sentAt: string | null = null): OutboxEntry =>
  entryOf({ ...common, id: `e${++count}`, kind: 'visit', values }, sentAt)

const effect = (entries: readonly OutboxEntry[]): PackCustomer =>
  withPendingEffects(
    { customers: [customer], timeZone: 'Asia/Kolkata', syncedAt: '2026-11-17T04:00:00.000Z' },
    entries,
  )[0]!

it('shows a visit as made before it is sent', () => {
  expect(effect([visitOf({ Feedback: 'good', New_Recommended_Crops: ['Cotton'] })])).toMatchObject({
    lastVisited: '2026-11-17',
    plan: null,
    visits: [{ Visit_ID: '7K3M-Q2XD', on: '2026-11-17', feedback: 'good', crops: ['Cotton'] }],
  })
})

it('keeps the last visit when the plan was missed, and the plan when the visit was an additional one', () => {
  expect(effect([visitOf({ Status: 'missed', Reason: 'x' })])).toMatchObject({
    lastVisited: '2026-10-01',
    plan: null,
    visits: [],
  })
  expect(effect([visitOf({ Keeps_Plan: true })]).plan?.Visit_ID).toBe('V000001')
})

it('applies events in the order of recording, the newest is the first entry', () => {
  const plan = entryOf({
    ...common,
    id: 'p1',
    kind: 'plan',
    values: { Planned_Date: '2026-11-20 10:00', Planned_Time: '2026-11-20 10:00' },
  })
  expect(effect([plan, visitOf({})])).toMatchObject({
    lastVisited: '2026-11-17',
    plan: { Visit_ID: '', at: '2026-11-20T04:30:00.000Z' },
  })
  expect(effect([visitOf({}), plan]).plan).toBeNull()
})

it('ignores a plan without a moment', () => {
  const plan = entryOf({ ...common, id: 'p1', kind: 'plan', values: { Planned_Date: 'soon' } })
  expect(effect([plan])).toEqual(customer)
})

it('leaves out what was undone, and what was sent before the download', () => {
  const visit = visitOf({})
  const undo = entryOf({ ...common, id: 'u1', kind: 'undo', values: { event: visit.event.id } })
  expect(effect([undo, visit])).toBe(customer)
  expect(effect([visitOf({}, '2026-11-17T03:59:00.000Z')])).toBe(customer)
  expect(effect([visitOf({}, '2026-11-17T04:01:00.000Z')]).plan).toBeNull()
})

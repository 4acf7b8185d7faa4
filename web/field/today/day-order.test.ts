import { expect, it } from 'vitest'
import type { FieldEvent } from '#domain/field/events.ts'
import { packCustomer, packPlan } from '#testing/field-customer.ts'
import type { OutboxEntry } from '../../outbox/outbox.ts'
import { dayOf, dueWithoutPlan } from './day-order.ts'

const clock = { today: '2026-11-17', timeZone: 'Asia/Kolkata' }
const at = (time: string, day = '2026-11-17'): string => `${day}T${time}:00.000+05:30`
const on = (id: string, time: string, latitude: number, order: number | null = null) =>
  packCustomer(id, {
    plan: packPlan(at(time), { order }),
    place: { at: `${latitude},70.8`, of: 'customer' },
  })
const ids = (customers: readonly { id: string }[]): string[] => customers.map(({ id }) => id)

const entry = (event: Pick<FieldEvent, 'id' | 'kind' | 'customer' | 'values'>): OutboxEntry =>
  ({
    event: { version: 1, account: 'a', device: 'd', at: at('09:30'), seen: null, ...event } as FieldEvent,
    reference: '7K3M-Q2XD',
    state: 'waiting',
    message: null,
    marks: [],
    sentAt: null,
    visit: null,
  }) satisfies OutboxEntry

it('orders the stops on the shortest route, and by hand when they have positions', () => {
  const stops = [on('far', '10:00', 21.9), on('here', '11:00', 21.1), on('between', '12:00', 21.5)]
  expect(ids(dayOf(stops, [], clock).stops)).toEqual(['far', 'between', 'here'])
  const byHand = [on('far', '10:00', 21.9, 2), on('here', '11:00', 21.1, 3), on('between', '12:00', 21.5, 1)]
  expect(ids(dayOf(byHand, [], clock).stops)).toEqual(['between', 'far', 'here'])
  const added = [...byHand, on('added', '09:00', 21.2)]
  expect(ids(dayOf(added, [], clock).stops)).toEqual(['between', 'far', 'here', 'added'])
})

it('leaves out plans of others and of later days, and lists earlier ones separately', () => {
  const customers = [
    packCustomer('other', { plan: packPlan(at('10:00'), { isMine: false }) }),
    packCustomer('tomorrow', { plan: packPlan(at('00:30', '2026-11-18')) }),
    packCustomer('yesterday', { plan: packPlan(at('23:30', '2026-11-16')) }),
    packCustomer('today', { plan: packPlan(at('00:10')) }),
  ]
  const { stops, earlier } = dayOf(customers, [], clock)
  expect(ids(stops)).toEqual(['today'])
  expect(ids(earlier)).toEqual(['yesterday'])
})

it('lists what was recorded today, unless it was undone', () => {
  const customers = ['a', 'b', 'c'].map((id) => packCustomer(id))
  const visits = ['a', 'b'].map((id) =>
    entry({ id: `visit-${id}`, kind: 'visit', customer: { id }, values: { Status: 'missed' } }),
  )
  expect(ids(dayOf(customers, visits, clock).done)).toEqual(['a', 'b'])
  const undo = entry({ id: 'undo', kind: 'undo', customer: { id: 'a' }, values: { event: 'visit-a' } })
  expect(ids(dayOf(customers, [undo, ...visits], clock).done)).toEqual(['b'])
})

it('suggests what is due: the nearest first, or the most overdue', () => {
  const customers = [
    packCustomer('near', { lastVisited: '2026-10-30', place: { at: '21.01,70.8', of: 'customer' } }),
    packCustomer('late', { lastVisited: '2026-09-01', place: { at: '21.9,70.8', of: 'customer' } }),
    packCustomer('not due'),
    packCustomer('planned', { lastVisited: null, plan: packPlan(at('10:00')) }),
  ]
  expect(ids(dueWithoutPlan(customers, clock, null))).toEqual(['late', 'near'])
  expect(ids(dueWithoutPlan(customers, clock, { latitude: 21, longitude: 70.8 }))).toEqual(['near', 'late'])
})

import type { PackCustomer, PackPlan } from '#domain/field/pack.ts'

/** A customer of a pack, with what a test says about it. */
export const packCustomer = (id: string, values: Partial<PackCustomer> = {}): PackCustomer => ({
  id,
  code: id.toUpperCase(),
  name: `Customer ${id}`,
  phone: '+91 98250 11223',
  street: 'Main Road',
  state: 'GJ',
  cityCode: 'GON',
  city: 'Gondal',
  pin: '360311',
  soil: 'Medium Black',
  visitInDays: 15,
  lastVisited: '2026-11-10',
  place: null,
  plan: null,
  balance: null,
  visits: [],
  isMine: true,
  ...values,
})

export const packPlan = (at: string, values: Partial<PackPlan> = {}): PackPlan => ({
  Visit_ID: `V-${at}`,
  version: 1,
  at,
  remarks: null,
  order: null,
  assignedTo: null,
  isMine: true,
  ...values,
})

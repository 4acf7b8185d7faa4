import type { Grant, Rights, Subject } from './rights.ts'

/** What belongs to a customer, and is seen by whoever sees that one. */
export const ofCustomers: readonly Subject[] = ['visit', 'balance', 'assignment', 'customerPlace']

const isReading = (grant: Grant): boolean => grant === 'read' || grant === 'export'

/** Whoever writes what belongs to a customer holds the customer first: without customers it can be read at most. */
export function withoutCustomers(rights: Rights): { rights: Rights; taken: Rights } {
  if (rights['customer']?.includes('read')) return { rights, taken: {} }
  const written = ofCustomers
    .map((subject) => [subject, (rights[subject] ?? []).filter((grant) => !isReading(grant))] as const)
    .filter(([, grants]) => grants.length > 0)
  const left = written.map(([subject]) => [subject, rights[subject]!.filter(isReading)])
  return { rights: { ...rights, ...Object.fromEntries(left) }, taken: Object.fromEntries(written) }
}

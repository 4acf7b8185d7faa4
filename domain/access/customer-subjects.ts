import type { Grant, Rights, Subject } from './rights.ts'

/** Entities that belong to a customer: their visibility is that of the customer. */
export const customerSubjects: readonly Subject[] = [
  'visit',
  'balance',
  'assignment',
  'customerPlace',
  'customerLicence',
  'workPlanStop',
]

/** Entities that belong to an employee: their visibility is that of the employee. */
export const employeeSubjects: readonly Subject[] = ['workingTime', 'leave', 'workPlan']

/** Entities that may belong to a customer: those that do have its visibility, the others are seen by every account. */
export const optionalCustomerSubjects: readonly Subject[] = ['cropLot']

const isReadGrant = (grant: Grant): boolean => grant === 'read' || grant === 'export'

/** Writing a customer's records locks the customer first, so without the right to read customers they are read-only. */
export function withoutCustomerRights(rights: Rights): { rights: Rights; taken: Rights } {
  if (rights['customer']?.includes('read')) return { rights, taken: {} }
  const written = customerSubjects
    .map((subject) => [subject, (rights[subject] ?? []).filter((grant) => !isReadGrant(grant))] as const)
    .filter(([, grants]) => grants.length > 0)
  const left = written.map(([subject]) => [subject, rights[subject]!.filter(isReadGrant)])
  return { rights: { ...rights, ...Object.fromEntries(left) }, taken: Object.fromEntries(written) }
}

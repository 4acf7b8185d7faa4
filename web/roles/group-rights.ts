import { officeSubjects } from '#domain/access/role-rights.ts'
import type { Grant, Subject } from '#domain/access/rights.ts'

const ofOffice = new Set<Subject>(officeSubjects)
export const isMaster = (subject: Subject): boolean => !ofOffice.has(subject)

const maxNamed = 4

export interface SubjectGrant {
  subject: Subject
  grant: Grant
}

/** The grants on more masters than can be listed, with those masters. */
export function groupGrants(some: readonly SubjectGrant[]): ReadonlyMap<Grant, readonly Subject[]> {
  const byGrant = Map.groupBy(
    some.filter(({ subject }) => isMaster(subject)),
    ({ grant }) => grant,
  )
  const many = [...byGrant].filter(([, each]) => each.length > maxNamed)
  return new Map(many.map(([grant, each]) => [grant, each.map(({ subject }) => subject)]))
}

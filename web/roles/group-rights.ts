import { describeSubject } from '#domain/access/policy.ts'
import { officeSubjects } from '#domain/access/role-rights.ts'

export const isMaster = (label: string): boolean =>
  officeSubjects.every((subject) => describeSubject(subject) !== label)

const maxNamed = 4

/** From phrases like "read customers", the grants on more masters than can be listed, with those masters. */
export function groupGrants(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const pairs = words.map((each) => [each.split(' ', 1)[0]!, each.slice(each.indexOf(' ') + 1)] as const)
  const byGrant = Map.groupBy(
    pairs.filter(([, label]) => isMaster(label)),
    ([grant]) => grant,
  )
  const many = [...byGrant].filter(([, some]) => some.length > maxNamed)
  return new Map(many.map(([grant, some]) => [grant, some.map(([, label]) => label)]))
}

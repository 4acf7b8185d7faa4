import { inWords } from '#domain/access/policy.ts'
import { officeSubjects } from '#domain/access/role-rights.ts'

const others = new Set(officeSubjects.map(inWords))
export const isMaster = (label: string): boolean => !others.has(label)

const mostNamed = 4

/** Of "read customers", "read zones" …: what is said of too many masters to read them one by one, by the grant. */
export function manyOf(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const pairs = words.map((each) => [each.split(' ', 1)[0]!, each.slice(each.indexOf(' ') + 1)] as const)
  const byGrant = Map.groupBy(
    pairs.filter(([, label]) => isMaster(label)),
    ([grant]) => grant,
  )
  const many = [...byGrant].filter(([, some]) => some.length > mostNamed)
  return new Map(many.map(([grant, some]) => [grant, some.map(([, label]) => label)]))
}

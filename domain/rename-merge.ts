import { entityAtPath } from './catalogue/catalogue.ts'
import { formatList } from './text.ts'

export const maxFollowing = 50_000

/** "214 customers, 3 employees and 41 plans" */
export function describeAffected(affected: readonly { path: string; count: number }[], plans = 0): string {
  const words = affected.map(({ path, count }) => {
    const entity = entityAtPath(path)
    const name = (count === 1 ? entity?.singular : entity?.plural) ?? path
    return `${count.toLocaleString('en-IN')} ${name.toLowerCase()}`
  })
  if (plans > 0) words.push(plans === 1 ? '1 plan' : `${plans.toLocaleString('en-IN')} plans`)
  return formatList(words)
}

import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { TreeCount, TreeNode } from '#domain/trees.ts'

export function countInWords({ entity, count, isMore }: TreeCount): string {
  const { singular, plural } = entityNamed(entity)
  const number = count.toLocaleString('en-IN')
  return `${isMore ? `more than ${number}` : number} ${(count === 1 ? singular : plural).toLowerCase()}`
}

/** "214 customers, 3 employees"; what there is none of goes without saying. */
export const countsInWords = ({ counts }: TreeNode): string =>
  counts
    .filter(({ count }) => count > 0)
    .map((each) => countInWords(each))
    .join(', ')

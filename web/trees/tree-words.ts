import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { TreeCount, TreeNode } from '#domain/api/records/trees.ts'
import { t } from '#domain/messages/t.ts'

export function formatCount({ entity, count, isMore }: TreeCount): string {
  const { singular, plural } = entityNamed(entity)
  const number = count.toLocaleString('en-IN')
  return `${isMore ? t('more than {number}', { number }) : number} ${(count === 1 ? singular : plural).toLowerCase()}`
}

/** "214 customers, 3 employees"; leaves out zeros. */
export const formatCounts = ({ counts }: TreeNode): string =>
  counts
    .filter(({ count }) => count > 0)
    .map((each) => formatCount(each))
    .join(', ')

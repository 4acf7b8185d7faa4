import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { TreeCount, TreeNode } from '#domain/api/records/trees.ts'
import { wordFor } from '../masters/label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'

export function formatCount({ entity, count, isMore }: TreeCount): string {
  const noun = wordFor(labelsOf(entity), count)
  return isMore
    ? t('more than {count, number} {noun}', { count, noun })
    : t('{count, number} {noun}', { count, noun })
}

/** "214 customers, 3 employees"; leaves out zeros. */
export const formatCounts = ({ counts }: TreeNode): string =>
  counts
    .filter(({ count }) => count > 0)
    .map((each) => formatCount(each))
    .join(', ')

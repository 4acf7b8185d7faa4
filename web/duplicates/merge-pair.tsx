import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { DuplicatePair } from '#domain/api/records/duplicate-pairs.ts'
import { MergeDialog } from '../rename-merge/merge-dialog.tsx'
import type { RenameMergeDialogProps } from '../rename-merge/rename-merge-form.tsx'

/** Merges a pair; the customer that more records refer to is kept by default. */
export function MergePair({
  pair: { one, other, keep },
  ...rest
}: RenameMergeDialogProps & { pair: DuplicatePair }): ReactNode {
  const [kept, merged] = keep === other.id ? [other, one] : [one, other]
  return <MergeDialog entity={entityNamed('customer')} record={kept} other={merged} {...rest} />
}

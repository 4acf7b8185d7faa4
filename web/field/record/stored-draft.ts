import { attemptOfDraft, discardDraft } from '../../api/drafts/drafts.ts'
import { isRecorded } from '../../outbox/outbox.ts'
import { eventIdOf } from '../../outbox/store/event-id.ts'

/**
 * Removes a draft whose content was stored just before the browser was killed: browsers write drafts to the disk some
 * seconds later than events. Returns whether it was. The entries of the outbox must have been read.
 */
export function discardStoredDraft(draft: string): boolean {
  const key = attemptOfDraft(draft).read()?.key
  const isStored = key !== undefined && isRecorded(eventIdOf(key))
  if (isStored) discardDraft(draft)
  return isStored
}

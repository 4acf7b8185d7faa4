import { attemptOfDraft, discardDraft } from '../api/drafts/drafts.ts'
import { eventIdOf } from './store/event-id.ts'

/**
 * Removes a draft whose content was stored just before the browser was killed: browsers write drafts to the disk some
 * seconds later than events. Returns whether it was.
 */
export function discardIfRecorded(draft: string, isRecorded: (id: string) => boolean): boolean {
  const key = attemptOfDraft(draft).read()?.key
  const isStored = key !== undefined && isRecorded(eventIdOf(key))
  if (isStored) discardDraft(draft)
  return isStored
}

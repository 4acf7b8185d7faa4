import { isRecorded } from '../../outbox/outbox.ts'
import { discardIfRecorded } from '../../outbox/recorded-draft.ts'

/** Removes a draft that came back although its event is stored. The entries of the outbox must have been read. */
export const discardStoredDraft = (draft: string): boolean => discardIfRecorded(draft, isRecorded)

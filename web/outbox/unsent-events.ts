import { storedForms } from '../api/drafts/draft-storage.ts'
import { ownAccountId } from './account.ts'
import { discardIfRecorded } from './recorded-draft.ts'
import { withDatabase, type StoredEntry } from './store/database.ts'

/** The events of the account that the server does not have yet. */
export interface UnsentEvents {
  visits: number
  others: number
  /** Whether this device can send them without a session. */
  hasKey: boolean
}

/** Also removes drafts of events that this device has recorded, which would be counted as well. */
export function countUnsentEvents(): Promise<UnsentEvents> {
  return withDatabase(async (database) => {
    const account = ownAccountId()
    const all = await database.getAll('outbox')
    const recorded = new Set([...(await database.getAllKeys('sentIds')), ...all.map(({ event }) => event.id)])
    for (const draft of storedForms()) discardIfRecorded(draft, (id) => recorded.has(id))
    const unsent = all.filter((entry) => entry.account === account && entry.state !== 'sent')
    const visits = unsent.filter(({ event }) => event.kind === 'visit').length
    // A photo counts with its visit, unless that was sent before it.
    const isCounted = ({ event }: StoredEntry): boolean =>
      event.kind === 'photo' && unsent.some(({ id }) => id === event.values.event)
    const others = unsent.filter((entry) => entry.event.kind !== 'visit' && !isCounted(entry)).length
    const device = account === undefined ? undefined : await database.get('devices', account)
    return { visits, others, hasKey: typeof device?.key === 'string' }
  })
}

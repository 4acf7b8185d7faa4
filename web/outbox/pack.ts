import { useSyncExternalStore } from 'react'
import { dayIn } from '#domain/dates/moments.ts'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import type { PackAccount, PackCustomer, PackMasters, PackProposal } from '#domain/field/pack.ts'
import { ownAccountId } from './account.ts'
import { withDatabase, type OutboxEntry } from './store/database.ts'
import { liveValue } from './store/live-value.ts'
import { outboxEntries } from './outbox.ts'
import { withPendingEffects } from './pending-effects.ts'
import { readStatus } from './store/status.ts'
import { wantPack } from './sync.ts'

export interface Pack {
  customers: readonly PackCustomer[]
  masters: PackMasters
  /** Null until the first download. */
  account: PackAccount | null
  proposals: readonly PackProposal[]
  /** The firm's day, by the corrected clock of this device. */
  today: string
  timeZone: string
  /** Today, if it is a day off; known on the day of the last download. */
  dayOff: string | null
  /** The URL of the map tiles; null: no map. */
  tiles: string | null
  syncedAt: string | null
  /** The stored data is being read. It is false without a download, also while the first one runs. */
  isLoading: boolean
}

const noMasters: PackMasters = {
  seasons: [],
  crops: [],
  materials: [],
  suits: [],
  supplies: [],
  soils: [],
  cities: [],
  weeklyOffs: [],
  holidays: [],
}

const emptyPack: Pack = {
  customers: [],
  masters: noMasters,
  account: null,
  proposals: [],
  today: '',
  timeZone: displayTimeZone(),
  dayOff: null,
  tiles: null,
  syncedAt: null,
  isLoading: true,
}

interface StoredPack {
  pack: Pack
  clockOffset: number
  /** Of the account's customers, masters and proposals. */
  revision: string
}

const stored = liveValue<StoredPack>(
  { pack: emptyPack, clockOffset: 0, revision: '' },
  ['pack'],
  (previous) =>
    withDatabase(async (database) => {
      const transaction = database.transaction(['meta', 'customers', 'masters', 'proposals'])
      const meta = transaction.objectStore('meta')
      const info = await meta.get('pack')
      const { clockOffset } = await readStatus(meta)
      const empty = { ...emptyPack, isLoading: false }
      // What another account downloaded is not shown, and removed by the next contact.
      if (info?.name !== 'pack' || info.account.id !== ownAccountId())
        return { pack: empty, clockOffset, revision: '' }
      const { account, timeZone, dayOff, tiles, syncedAt } = info
      const about = { account, timeZone, dayOff, tiles, syncedAt }
      const revision = `${account.id} ${info.revision}`
      if (revision === previous.revision)
        return { pack: { ...previous.pack, ...about }, clockOffset, revision }
      const customers = await transaction.objectStore('customers').getAll()
      const masters = (await transaction.objectStore('masters').get('all')) ?? noMasters
      const proposals = await transaction.objectStore('proposals').getAll()
      return { pack: { ...empty, ...about, customers, masters, proposals }, clockOffset, revision }
    }),
)

interface Derived {
  from: Pack
  entries: readonly OutboxEntry[]
  pack: Pack
}

/** The time of the server: the clock of this device, corrected by their difference at the last contact. */
export const correctedNow = (): Date => new Date(Date.now() + stored.get().clockOffset)

let derived: Derived = { from: emptyPack, entries: [], pack: emptyPack }

function currentPack(): Pack {
  const { pack: from } = stored.get()
  const entries = outboxEntries.get()
  const today = dayIn(correctedNow(), from.timeZone)
  const isSame = derived.from === from && derived.entries === entries && derived.pack.today === today
  if (!isSame) {
    const customers = withPendingEffects(from, entries)
    derived = { from, entries, pack: { ...from, customers, today } }
  }
  return derived.pack
}

/** A customer without what an event recorded, for the form that corrects the event. */
export function packCustomerWithout(id: string, event: string): PackCustomer | undefined {
  const { pack } = stored.get()
  const customers = pack.customers.filter((customer) => customer.id === id)
  const entries = outboxEntries.get().filter((entry) => entry.event.id !== event)
  return withPendingEffects({ ...pack, customers }, entries)[0]
}

function subscribe(listener: () => void): () => void {
  void wantPack()
  const ends = [stored.subscribe(listener), outboxEntries.subscribe(listener)]
  return () => {
    for (const end of ends) end()
  }
}

/** All that this device holds, with what was recorded on it since. */
export const usePack = (): Pack => useSyncExternalStore(subscribe, currentPack, () => emptyPack)

/** A customer by id; undefined while loading, and when this device does not hold it. */
export const usePackCustomer = (id: string): PackCustomer | undefined =>
  usePack().customers.find((customer) => customer.id === id)

import { serviceUnavailable } from '#domain/problem.ts'
import type { Store, Trouble } from './store.ts'
import { putSetting } from './settings.ts'
import { t } from '#domain/messages/t.ts'

export const damaged: Trouble = {
  message:
    'The database file is damaged, so nothing more is saved in it. Contact the administrator: a backup has to be restored',
  isReadable: true,
}

export const outdated: Trouble = {
  message:
    'The database was upgraded by a newer version of AgriDesk than this server runs. Stop this server and start the newer version',
  isReadable: false,
}

const fullDisk = 'The disk of the server is full'

interface WatchOptions {
  /** Called once, for the first damage. */
  onDamage: (error: unknown) => void
  /** Checks external causes: a read-only database, a full disk. */
  checkEnvironment: () => Promise<Trouble | string | undefined>
  now: () => Date
}

export interface Watch {
  store: Store
  /** Sets or clears the trouble of the database. */
  set: (trouble: Trouble | undefined) => void
  /** Checks now, and returns the result. */
  check: () => Promise<Trouble | undefined>
}

/** Wraps a store: remembers what its failures mean for the database, and refuses to write to a damaged one. */
export function watch(store: Store, { onDamage, checkEnvironment, now }: WatchOptions): Watch {
  let trouble: Trouble | undefined
  let isFull = false
  const set = (found: Trouble | undefined): void => {
    if (trouble !== damaged) trouble = found
  }
  const recordFailure = (error: unknown): void => {
    const kind = store.dialect.explain(error)?.kind
    if (kind === 'full') isFull = true
    if (kind !== 'damaged' || trouble === damaged) return
    trouble = damaged
    onDamage(error)
  }
  const check = async (): Promise<Trouble | undefined> => {
    const found = await checkEnvironment()
    set(typeof found === 'object' ? found : undefined)
    return trouble
  }
  /** Whether there is space again: writes a few new pages. */
  const hasSpace = (): Promise<boolean> =>
    store
      .transaction(async (tx) => {
        await putSetting(tx, 'disk check', ' '.repeat(65_536), now())
        await putSetting(tx, 'disk check', '', now())
      })
      .then(
        () => true,
        () => false,
      )
  const watched: Store = {
    ...store,
    transaction: async (work) => {
      if (trouble) throw serviceUnavailable(t(trouble.message), 60)
      try {
        return await store.transaction(work)
      } catch (error) {
        recordFailure(error)
        throw error
      }
    },
    problemOf: (error) => {
      recordFailure(error)
      return store.problemOf(error)
    },
    trouble: () => trouble,
    check,
    notReady: async () => {
      const found = trouble ?? (await checkEnvironment())
      set(typeof found === 'object' ? found : undefined)
      if (trouble) return trouble.message
      if (typeof found === 'string') return found
      if (isFull) isFull = !(await hasSpace())
      return isFull ? fullDisk : undefined
    },
  }
  return { store: watched, set, check }
}

export const diskIsFull = fullDisk

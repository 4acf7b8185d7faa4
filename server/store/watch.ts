import { tryLater } from '#domain/problem.ts'
import type { Store } from './open-store.ts'
import { putSetting } from './settings.ts'

/** Why the database cannot be used as usual, until somebody does something about it. */
export interface Trouble {
  /** One sentence, for whoever asks and for the administrator. */
  sentence: string
  /** Whether what is stored may still be read. */
  isReadable: boolean
}

export const damaged: Trouble = {
  sentence:
    'The database file is damaged, so nothing more is saved in it. Tell the administrator: a backup has to be restored',
  isReadable: true,
}

export const outdated: Trouble = {
  sentence:
    'The database was upgraded by a newer version of AgriDesk than this server runs. Stop this server and start the newer version',
  isReadable: false,
}

const fullDisk = 'The disk of the server is full'

interface Watched {
  /** Called once, when the first damage is seen. */
  onDamage: (error: unknown) => void
  /** What the surroundings are in the way with: a read-only database, a disk without room. */
  look: () => Promise<Trouble | string | undefined>
  now: () => Date
}

export interface Watch {
  store: Store
  /** Says that the database is in trouble; undefined: that it is not any more. */
  set: (trouble: Trouble | undefined) => void
  /** Looks again now, and returns what it found. */
  check: () => Promise<Trouble | undefined>
}

/** The same store, which remembers what its failures say about the database and refuses to write into a damaged one. */
export function watch(store: Store, { onDamage, look, now }: Watched): Watch {
  let trouble: Trouble | undefined
  let isFull = false
  const set = (found: Trouble | undefined): void => {
    if (trouble !== damaged) trouble = found
  }
  const note = (error: unknown): void => {
    const kind = store.dialect.explain(error)?.kind
    if (kind === 'full') isFull = true
    if (kind !== 'damaged' || trouble === damaged) return
    trouble = damaged
    onDamage(error)
  }
  const check = async (): Promise<Trouble | undefined> => {
    const found = await look()
    set(typeof found === 'object' ? found : undefined)
    return trouble
  }
  /** Whether there is room again: needs a few new pages and a write to the disk. */
  const hasRoom = (): Promise<boolean> =>
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
      if (trouble) throw tryLater(trouble.sentence, 60)
      try {
        return await store.transaction(work)
      } catch (error) {
        note(error)
        throw error
      }
    },
    problemOf: (error) => {
      note(error)
      return store.problemOf(error)
    },
    trouble: () => trouble,
    check,
    notReady: async () => {
      const found = trouble ?? (await look())
      set(typeof found === 'object' ? found : undefined)
      if (trouble) return trouble.sentence
      if (typeof found === 'string') return found
      if (isFull) isFull = !(await hasRoom())
      return isFull ? fullDisk : undefined
    },
  }
  return { store: watched, set, check }
}

export const diskIsFull = fullDisk

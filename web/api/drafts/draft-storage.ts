import { newIdempotencyKey } from './idempotency-key.ts'
import { currentAccountId, viewedAs } from '../session.ts'

/** An attempt to save whose answer was lost. */
export interface PendingAttempt {
  /** The content of the form, to detect later changes. */
  typed: string
  body: string
  at: number
}

/** The stored draft of one form. Its idempotency key is created and removed with it. */
export interface StoredDraft<Content> {
  content: Content | null
  key: string
  sent?: PendingAttempt
  /** The tab and the time of the last change. */
  tab: string
  at: number
}

const prefix = 'draft '
/** Overwrites a copy, with its key, before it is removed, so that other tabs learn from the `storage` event that it was saved. */
const savedMark = 'saved '
const dayLength = 86_400_000
/** Shorter than the 30 days for which the server stores keys: after that a second attempt could save twice. */
const maxAge = 28 * dayLength

const page = newIdempotencyKey()
/** The drafts of this page in memory: they take precedence over storage, and work without it. */
const inMemory = new Map<string, MemoryDraft>()

interface MemoryDraft extends StoredDraft<unknown> {
  /** Another tab saved it: a form that is open in this tab keeps the key, and one opened later starts empty. */
  isSavedElsewhere?: boolean
}

interface DraftLocation {
  storage: () => Storage
  /** The storage key this page writes to. */
  own: string
  /** Whether a storage key holds a copy of the same form. */
  isCopy: (name: string) => boolean
}

/**
 * With an account, drafts are in localStorage, one copy for each page, so that two tabs never overwrite each other. Drafts
 * of visitors, and of an administrator who views as another account, are in sessionStorage.
 */
function locationOf(form: string): DraftLocation {
  const id = currentAccountId()
  if (id === undefined || viewedAs() !== null) {
    const name = `${prefix}${id ?? 'visitor'} ${form}`
    return { storage: () => sessionStorage, own: name, isCopy: (other) => other === name }
  }
  const start = `${prefix}${id} ${form} @`
  return { storage: () => localStorage, own: start + page, isCopy: (other) => other.startsWith(start) }
}

/** Storage may be disabled or full; drafts then live as long as the page is open. */
function tryStorage<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

let tab = ''
/** An id that survives a reload: copies of the same tab are moved, those of other tabs are copied. */
function ownTab(): string {
  tab ||= tryStorage(() => sessionStorage.getItem('tab') ?? '', '') || page
  tryStorage(() => sessionStorage.setItem('tab', tab), undefined)
  return tab
}

const parse = (text: string | null): StoredDraft<unknown> | undefined =>
  tryStorage(() => {
    const stored: StoredDraft<unknown> | null = JSON.parse(text ?? 'null')
    return typeof stored?.key === 'string' ? stored : undefined
  }, undefined)

const isOld = ({ sent, at }: StoredDraft<unknown>): boolean => Date.now() - (sent?.at ?? at) > maxAge

const keysIn = (storage: Storage, start: string): string[] =>
  Object.keys(storage).filter((name) => name.startsWith(start))

function copiesOf({ storage, isCopy }: DraftLocation): { name: string; stored: StoredDraft<unknown> }[] {
  return tryStorage(
    () =>
      keysIn(storage(), prefix).flatMap((name) => {
        if (!isCopy(name)) return []
        const stored = parse(storage().getItem(name))
        return stored && !isOld(stored) ? [{ name, stored }] : []
      }),
    [],
  )
}

export function readStored<Content>(form: string): StoredDraft<Content> | undefined {
  const location = locationOf(form)
  const own = inMemory.get(location.own)
  if (own) return own as StoredDraft<Content>
  const [newest] = copiesOf(location).toSorted((one, other) => other.stored.at - one.stored.at)
  if (!newest) return undefined
  const { name, stored } = newest
  inMemory.set(location.own, stored)
  if (name !== location.own && stored.tab === ownTab()) {
    write(location, stored)
    tryStorage(() => location.storage().removeItem(name), undefined)
  }
  return stored as StoredDraft<Content>
}

/** Reads the draft for a form that is being opened. */
export function openStored<Content>(form: string): StoredDraft<Content> | undefined {
  const { own } = locationOf(form)
  if (inMemory.get(own)?.isSavedElsewhere) inMemory.delete(own)
  return readStored(form)
}

function write({ storage, own }: DraftLocation, stored: StoredDraft<unknown>): void {
  inMemory.set(own, stored)
  tryStorage(() => storage().setItem(own, JSON.stringify(stored)), undefined)
}

export function writeStored<Content>(
  form: string,
  change: { content?: Content | null; key?: string; sent?: PendingAttempt | undefined },
): void {
  const { content = null, key = newIdempotencyKey(), sent: attempted } = readStored<Content>(form) ?? {}
  const { sent, ...next } = {
    content,
    key,
    sent: attempted,
    ...change,
    tab: ownTab(),
    at: Date.now(),
  }
  write(locationOf(form), { ...next, ...(sent && { sent }) })
}

/** Removes all copies of the draft; `isSaved` makes other tabs drop theirs as well. */
export function removeStored(form: string, isSaved: boolean): void {
  const location = locationOf(form)
  const key = readStored(form)?.key
  inMemory.delete(location.own)
  if (key === undefined) return
  tryStorage(() => {
    for (const { name } of copiesOf(location).filter(({ stored }) => stored.key === key)) {
      if (isSaved) location.storage().setItem(name, savedMark + key)
      location.storage().removeItem(name)
    }
  }, undefined)
}

/** The storage keys of the current account, with their forms. */
function storedKeys(): { storage: Storage; name: string; form: string }[] {
  const { storage, own } = locationOf('')
  const account = own.slice(0, own.indexOf(' ', prefix.length) + 1)
  return tryStorage(
    () =>
      keysIn(storage(), account).map((name) => ({
        storage: storage(),
        name,
        form: name.slice(account.length).replace(/ @\w+$/, ''),
      })),
    [],
  )
}

/** The forms with unsent content of the current account. */
export function storedForms(): string[] {
  const unsent = storedKeys().filter(({ storage, name }) => {
    const stored = parse(tryStorage(() => storage.getItem(name), null))
    return stored && !isOld(stored) && (stored.content !== null || stored.sent)
  })
  return [...new Set(unsent.map(({ form }) => form))]
}

/** Removes all drafts of the current account, in every tab. */
export function removeAllStored(): void {
  for (const { storage, name, form } of storedKeys()) {
    inMemory.delete(locationOf(form).own)
    tryStorage(() => {
      storage.setItem(name, savedMark + (parse(storage.getItem(name))?.key ?? ''))
      storage.removeItem(name)
    }, undefined)
  }
}

/** Removes the drafts in sessionStorage at the end of a session; those in localStorage stay. */
export function clearTabDrafts(): void {
  inMemory.clear()
  tryStorage(() => {
    for (const name of keysIn(sessionStorage, prefix)) sessionStorage.removeItem(name)
  }, undefined)
}

/** Removes the drafts of all accounts that are too old to be sent safely. */
function removeOld(): void {
  tryStorage(() => {
    for (const name of keysIn(localStorage, prefix)) {
      const stored = parse(localStorage.getItem(name))
      if (!stored || isOld(stored)) localStorage.removeItem(name)
    }
  }, undefined)
}

// Pre-rendering at build time has no window.
if (typeof window !== 'undefined') {
  removeOld()
  addEventListener('storage', ({ key: name, newValue }) => {
    if (newValue?.startsWith(savedMark)) markSavedElsewhere(newValue.slice(savedMark.length))
    const own = name === null ? undefined : inMemory.get(name)
    // Another tab removed the copy of a draft that is still open in this one.
    if (own && !own.isSavedElsewhere && newValue === null)
      tryStorage(() => localStorage.setItem(name!, JSON.stringify(own)), undefined)
  })
}

function markSavedElsewhere(key: string): void {
  for (const [name, stored] of inMemory)
    if (stored.key === key) inMemory.set(name, { ...stored, isSavedElsewhere: true })
}

import { newIdempotencyKey } from './idempotency-key.ts'
import { currentAccountId, viewedAs } from './session.ts'

/** An attempt to save whose answer is not known. */
export interface Sent {
  /** What the form held, to see whether it was changed since. */
  typed: string
  body: string
  at: number
}

/** What is stored of one form. The key names its save: it is made with the draft and goes with it. */
export interface Stored<Content> {
  content: Content | null
  key: string
  sent?: Sent
  /** The tab and the moment of the last change. */
  tab: string
  at: number
}

const prefix = 'draft '
/** Written over a copy before it is removed, with its key: other tabs hear of it by that alone. */
const savedMark = 'saved '
const dayLength = 86_400_000
/** Shorter than the 30 days for which the server remembers keys: after that a second attempt could save twice. */
const maxAge = 28 * dayLength

const page = newIdempotencyKey()
/** What this page holds: it counts before what is stored, and stays where the browser stores nothing. */
const held = new Map<string, Held>()

interface Held extends Stored<unknown> {
  /** Another tab saved it: a form that is still open here keeps the key, and one opened later begins anew. */
  isSavedElsewhere?: boolean
}

interface Place {
  storage: () => Storage
  /** Where this page writes. */
  own: string
  /** Whether a page of this browser wrote the same form under the name. */
  isCopy: (name: string) => boolean
}

/**
 * With an account, drafts are kept by the device, one copy for each page, so that two tabs never overwrite each other.
 * Drafts of visitors, and of an administrator who views as another person, stay in their tab.
 */
function placeOf(form: string): Place {
  const id = currentAccountId()
  if (id === undefined || viewedAs() !== null) {
    const name = `${prefix}${id ?? 'visitor'} ${form}`
    return { storage: () => sessionStorage, own: name, isCopy: (other) => other === name }
  }
  const start = `${prefix}${id} ${form} @`
  return { storage: () => localStorage, own: start + page, isCopy: (other) => other.startsWith(start) }
}

/** Storage may be forbidden or full; everything works without it for as long as the page is open. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

let tab = ''
/** The same after a reload: what this tab left behind is taken over, what others hold is copied. */
function ownTab(): string {
  tab ||= attempt(() => sessionStorage.getItem('tab') ?? '', '') || page
  attempt(() => sessionStorage.setItem('tab', tab), undefined)
  return tab
}

const parse = (text: string | null): Stored<unknown> | undefined =>
  attempt(() => {
    const stored = JSON.parse(text ?? 'null') as Partial<Stored<unknown>> | null
    return typeof stored?.key === 'string' ? (stored as Stored<unknown>) : undefined
  }, undefined)

const isOld = ({ sent, at }: Stored<unknown>): boolean => Date.now() - (sent?.at ?? at) > maxAge

const namesIn = (storage: Storage, start: string): string[] =>
  Object.keys(storage).filter((name) => name.startsWith(start))

function copiesOf({ storage, isCopy }: Place): { name: string; stored: Stored<unknown> }[] {
  return attempt(
    () =>
      namesIn(storage(), prefix).flatMap((name) => {
        if (!isCopy(name)) return []
        const stored = parse(storage().getItem(name))
        return stored && !isOld(stored) ? [{ name, stored }] : []
      }),
    [],
  )
}

export function readStored<Content>(form: string): Stored<Content> | undefined {
  const place = placeOf(form)
  const own = held.get(place.own)
  if (own) return own as Stored<Content>
  const [newest] = copiesOf(place).toSorted((one, other) => other.stored.at - one.stored.at)
  if (!newest) return undefined
  const { name, stored } = newest
  held.set(place.own, stored)
  if (name !== place.own && stored.tab === ownTab()) {
    write(place, stored)
    attempt(() => place.storage().removeItem(name), undefined)
  }
  return stored as Stored<Content>
}

/** For a form that is being opened. */
export function openStored<Content>(form: string): Stored<Content> | undefined {
  const { own } = placeOf(form)
  if (held.get(own)?.isSavedElsewhere) held.delete(own)
  return readStored(form)
}

function write({ storage, own }: Place, stored: Stored<unknown>): void {
  held.set(own, stored)
  attempt(() => storage().setItem(own, JSON.stringify(stored)), undefined)
}

export function writeStored<Content>(
  form: string,
  change: { content?: Content | null; key?: string; sent?: Sent | undefined },
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
  write(placeOf(form), { ...next, ...(sent && { sent }) })
}

/** With all copies of the same draft; `isSaved`: other tabs need not keep theirs either. */
export function removeStored(form: string, isSaved: boolean): void {
  const place = placeOf(form)
  const key = readStored(form)?.key
  held.delete(place.own)
  if (key === undefined) return
  attempt(() => {
    for (const { name } of copiesOf(place).filter(({ stored }) => stored.key === key)) {
      if (isSaved) place.storage().setItem(name, savedMark + key)
      place.storage().removeItem(name)
    }
  }, undefined)
}

/** The names under which anything of the account that is logged in is stored, with the form each is of. */
function storedNames(): { storage: Storage; name: string; form: string }[] {
  const { storage, own } = placeOf('')
  const account = own.slice(0, own.indexOf(' ', prefix.length) + 1)
  return attempt(
    () =>
      namesIn(storage(), account).map((name) => ({
        storage: storage(),
        name,
        form: name.slice(account.length).replace(/ @\w+$/, ''),
      })),
    [],
  )
}

/** The forms with something unsent of the account that is logged in. */
export function storedForms(): string[] {
  const unsent = storedNames().filter(({ storage, name }) => {
    const stored = parse(attempt(() => storage.getItem(name), null))
    return stored && !isOld(stored) && (stored.content !== null || stored.sent)
  })
  return [...new Set(unsent.map(({ form }) => form))]
}

/** Everything unsent of the account that is logged in, in every tab. */
export function removeAllStored(): void {
  for (const { storage, name, form } of storedNames()) {
    held.delete(placeOf(form).own)
    attempt(() => {
      storage.setItem(name, savedMark + (parse(storage.getItem(name))?.key ?? ''))
      storage.removeItem(name)
    }, undefined)
  }
}

/** What a tab keeps for a visitor ends with the session; what the device keeps for an account does not. */
export function clearTabDrafts(): void {
  held.clear()
  attempt(() => {
    for (const name of namesIn(sessionStorage, prefix)) sessionStorage.removeItem(name)
  }, undefined)
}

/** Whether what is typed outlives the tab. */
export function isKeptByDevice(): boolean {
  if (currentAccountId() === undefined || viewedAs() !== null) return false
  return attempt(() => {
    localStorage.setItem('probe', '1')
    localStorage.removeItem('probe')
    return true
  }, false)
}

/** Removes what is too old to be sent safely, whose account does not come back either. */
function removeOld(): void {
  attempt(() => {
    for (const name of namesIn(localStorage, prefix)) {
      const stored = parse(localStorage.getItem(name))
      if (!stored || isOld(stored)) localStorage.removeItem(name)
    }
  }, undefined)
}

// Pages are drawn at build as well, where there is no storage and no other tab.
if (typeof window !== 'undefined') {
  removeOld()
  addEventListener('storage', ({ key: name, newValue }) => {
    if (newValue?.startsWith(savedMark)) noteSavedElsewhere(newValue.slice(savedMark.length))
    const own = name === null ? undefined : held.get(name)
    // Another tab threw its copy away; this one is still open.
    if (own && !own.isSavedElsewhere && newValue === null)
      attempt(() => localStorage.setItem(name!, JSON.stringify(own)), undefined)
  })
}

function noteSavedElsewhere(key: string): void {
  for (const [name, stored] of held)
    if (stored.key === key) held.set(name, { ...stored, isSavedElsewhere: true })
}

import type { StoredRecord } from '#domain/catalogue/entity.ts'
import {
  clearTabDrafts,
  openStored,
  readStored,
  removeStored,
  storedForms,
  writeStored,
} from './draft-storage.ts'
import { currentAccountId } from './session.ts'

/** What was typed and not yet saved: a reload, a closed browser or an ended session does not cost a form. */
export interface Draft {
  values: Readonly<Record<string, string | readonly string[]>>
  /** Fields ticked as "none yet". */
  none: readonly string[]
  /** The record that was being changed, as it was read then. */
  base?: StoredRecord
}

/** Where one went lately is kept by the browser, until one logs out. */
export const recentKey = 'recent'

/** What a form that is being opened begins with. */
export const readDraft = (form: string): Draft | undefined => openStored<Draft>(form)?.content ?? undefined

/** Nobody finds what somebody else typed at the same screen: see draft-storage.ts. */
export function keepDraft(form: string, draft: Draft | null): void {
  const before = readStored<Draft>(form)
  // An attempt whose answer is not known stays, although nothing is typed: it may have been saved.
  if (draft === null && !before?.sent) return discardDraft(form)
  if (JSON.stringify(before?.content ?? null) !== JSON.stringify(draft))
    writeStored<Draft>(form, { content: draft })
}

/** With the key of its save: what is typed next is something else. */
export function discardDraft(form: string): void {
  if (readStored(form)) removeStored(form, false)
}

const sitting = 'sitting '
/** What is no draft of a record but a choice for this sitting stays in the tab. */
const tabName = (name: string): string => `${sitting}${currentAccountId() ?? 'visitor'} ${name}`

export function readSitting(name: string): Draft['values'] {
  try {
    return JSON.parse(sessionStorage.getItem(tabName(name)) ?? '{}') as Draft['values']
  } catch {
    return {}
  }
}

export function keepSitting(name: string, values: Draft['values'] | null): void {
  try {
    if (values === null) sessionStorage.removeItem(tabName(name))
    else sessionStorage.setItem(tabName(name), JSON.stringify(values))
  } catch {
    // Without storage it counts for as long as the page is open.
  }
}

/** How much of the account's work is not sent yet. */
export interface Unsent {
  visits: number
  forms: number
}

export function countUnsent(): Unsent {
  const forms = storedForms()
  const visits = forms.filter((form) => /^(visit detail|plan visits?) /.test(form)).length
  return { visits, forms: forms.length - visits }
}

function forgetTab(): void {
  clearTabDrafts()
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(sitting)) sessionStorage.removeItem(name)
}

/** When a person logs out, the next one at this browser finds nothing of theirs. */
export function forgetTabDrafts(): void {
  try {
    // The other tabs hear of what is taken away, if it was there.
    localStorage.setItem(recentKey, '')
    localStorage.removeItem(recentKey)
    forgetTab()
  } catch {
    // See keepSitting.
  }
}

// Pages are drawn at build as well, where no other tab is.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === recentKey && newValue === null) forgetTab()
})

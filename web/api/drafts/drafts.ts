import type { StoredRecord } from '#domain/catalogue/entity.ts'
import {
  clearTabDrafts,
  openStored,
  readStored,
  removeStored,
  storedForms,
  writeStored,
} from './draft-storage.ts'
import { currentAccountId } from '../session.ts'
import type { AttemptStore } from './submit-once.ts'

/** The unsaved content of a form; it survives a reload, a closed browser and the end of the session. */
export interface Draft {
  values: Readonly<Record<string, string | readonly string[]>>
  /** Fields marked "none yet". */
  none: readonly string[]
  /** The record being edited, as it was loaded. */
  base?: StoredRecord
}

/** Storage key of the recently visited pages; removed at log-out. */
export const recentKey = 'recent'

/** The draft for a form that is being opened. */
export const readDraft = (form: string): Draft | undefined => openStored<Draft>(form)?.content ?? undefined

/** Saves or removes the draft; drafts of different accounts are kept apart (see draft-storage.ts). */
export function saveDraft(form: string, draft: Draft | null): void {
  const stored = readStored<Draft>(form)
  // An attempt whose answer was lost stays although the form is empty, because it may have been saved.
  if (draft === null && !stored?.sent) return discardDraft(form)
  if (JSON.stringify(stored?.content ?? null) !== JSON.stringify(draft))
    writeStored<Draft>(form, { content: draft })
}

/** Removes the draft with its idempotency key. */
export function discardDraft(form: string): void {
  if (readStored(form)) removeStored(form, false)
}

/** The attempt to save, stored with the draft of a form, so that it survives a reload. */
export const attemptOfDraft = (form: string): AttemptStore => ({
  read: () => readStored(form),
  write: ({ key, sent }) => writeStored(form, { key, sent }),
  remove: () => removeStored(form, true),
})

const tabPrefix = 'sitting '
/** Choices for this browser session, which are not a draft of a record, are stored in the tab. */
const tabName = (name: string): string => `${tabPrefix}${currentAccountId() ?? 'visitor'} ${name}`

export function readTabValues(name: string): Draft['values'] {
  try {
    return JSON.parse(sessionStorage.getItem(tabName(name)) ?? '{}')
  } catch {
    return {}
  }
}

export function saveTabValues(name: string, values: Draft['values'] | null): void {
  try {
    if (values === null) sessionStorage.removeItem(tabName(name))
    else sessionStorage.setItem(tabName(name), JSON.stringify(values))
  } catch {
    // Without storage the values live as long as the page is open.
  }
}

/** The number of unsent drafts of the account. */
export interface Unsent {
  visits: number
  forms: number
}

export function countUnsent(): Unsent {
  // A photo belongs to the draft of its visit.
  const forms = storedForms().filter((form) => !form.startsWith('visit photo '))
  const visits = forms.filter((form) => /^(visit detail|plan visits?) /.test(form)).length
  return { visits, forms: forms.length - visits }
}

function clearTab(): void {
  clearTabDrafts()
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(tabPrefix)) sessionStorage.removeItem(name)
}

/** Removes the traces of an account from the tab when it logs out. */
export function clearTabState(): void {
  try {
    // Removing an existing item sends a `storage` event to the other tabs.
    localStorage.setItem(recentKey, '')
    localStorage.removeItem(recentKey)
    clearTab()
  } catch {
    // See saveTabValues.
  }
}

// Pre-rendering at build time has no such events.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === recentKey && newValue === null) clearTab()
})

import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { currentSession } from './session.ts'

/** What was typed and not yet saved, kept by the tab: a reload or an ended session does not cost a form. */
export interface Draft {
  values: Readonly<Record<string, string | readonly string[]>>
  /** Fields ticked as "none yet". */
  none: readonly string[]
  /** The record that was being changed, as it was read then. */
  base?: StoredRecord
}

const prefix = 'draft '
/** Where one went lately is kept by the browser, until one logs out. */
export const recentKey = 'recent'

/** Nobody finds what somebody else typed at the same screen. */
const keyOf = (form: string): string => `${prefix}${currentSession().account?.id ?? 'visitor'} ${form}`

export function readDraft(form: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(form))
    return text === null ? undefined : (JSON.parse(text) as Draft)
  } catch {
    return undefined
  }
}

export function keepDraft(form: string, draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(keyOf(form))
    else sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // Without storage there are no drafts; the form itself still works.
  }
}

function forgetTyped(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** When a person logs out, the next one at this browser finds nothing of theirs. */
export function forgetDrafts(): void {
  try {
    // The other tabs hear of what is taken away, if it was there.
    localStorage.setItem(recentKey, '')
    localStorage.removeItem(recentKey)
    forgetTyped()
  } catch {
    // See keepDraft.
  }
}

// Pages are drawn at build as well, where no other tab is.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === recentKey && newValue === null) forgetTyped()
})

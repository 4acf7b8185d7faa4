import { recentKey } from '../api/drafts.ts'
import { currentSession } from '../api/session.ts'

export interface Recent {
  label: string
  hint: string
  to: string
}

const mostKept = 8

interface Kept {
  of: string
  items: Recent[]
}

const isRecent = (value: unknown): value is Recent => {
  const { label, hint, to } = (value ?? {}) as Record<string, unknown>
  // An address of this site and no other, whatever somebody put into the storage.
  return [label, hint, to].every((each) => typeof each === 'string') && /^\/(?!\/)/.test(to as string)
}

/** Where one went from here lately, the latest first. Nobody sees those of somebody else. */
export function readRecent(): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(recentKey) ?? 'null') as Kept | null
    return kept?.of === currentSession().account?.id && Array.isArray(kept?.items)
      ? kept.items.filter(isRecent)
      : []
  } catch {
    return []
  }
}

export function keepRecent({ label, hint, to }: Recent): void {
  const of = currentSession().account?.id
  if (of === undefined) return
  const items = [{ label, hint, to }, ...readRecent().filter((each) => each.to !== to)].slice(0, mostKept)
  try {
    localStorage.setItem(recentKey, JSON.stringify({ of, items } satisfies Kept))
  } catch {
    // Without storage nothing is recent.
  }
}

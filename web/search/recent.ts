import { recentKey } from '../api/drafts/drafts.ts'
import { currentSession } from '../api/session.ts'

export interface Recent {
  label: string
  hint: string
  to: string
}

const maxRecent = 8

interface StoredRecents {
  of: string
  items: Recent[]
}

const isRecent = (value: unknown): value is Recent => {
  const { label, hint, to }: { [Name in keyof Recent]?: unknown } = Object(value)
  // Only paths of this site, because the storage is not trusted.
  const isText = typeof label === 'string' && typeof hint === 'string' && typeof to === 'string'
  return isText && /^\/(?!\/)/.test(to)
}

/** Recent destinations of the account, newest first. */
export function readRecent(): Recent[] {
  try {
    const stored: StoredRecents | null = JSON.parse(localStorage.getItem(recentKey) ?? 'null')
    return stored?.of === currentSession().account?.id && Array.isArray(stored?.items)
      ? stored.items.filter(isRecent)
      : []
  } catch {
    return []
  }
}

export function saveRecent({ label, hint, to }: Recent): void {
  const of = currentSession().account?.id
  if (of === undefined) return
  const items = [{ label, hint, to }, ...readRecent().filter((each) => each.to !== to)].slice(0, maxRecent)
  try {
    localStorage.setItem(recentKey, JSON.stringify({ of, items } satisfies StoredRecents))
  } catch {
    // Without storage there are no recent destinations.
  }
}

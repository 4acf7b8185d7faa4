/** What each phone should record, kept outside of product and phones, to compare with at the end. */
export interface LedgerEntry {
  /** A text that appears in what is recorded and nowhere else. */
  text: string
  phone: number
  kind: 'visit' | 'photo' | 'plan' | 'comment' | 'proposal'
  /** Whether the phone said "Saved on this phone": then it must arrive exactly once, otherwise at most once. */
  isSaved: boolean
}

export interface Verdict {
  saved: number
  /** Begun and not acknowledged by the phone, for example because it was killed. */
  unacknowledged: number
  lost: string[]
  doubled: string[]
}

/** Compares the entries with what the office holds. */
export function judge(entries: readonly LedgerEntry[], texts: readonly string[]): Verdict {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const count = ({ text }: LedgerEntry): number => counts.get(text) ?? 0
  return {
    saved: entries.filter(({ isSaved }) => isSaved).length,
    unacknowledged: entries.filter(({ isSaved }) => !isSaved).length,
    lost: entries.filter((entry) => entry.isSaved && count(entry) === 0).map(({ text }) => text),
    doubled: entries.filter((entry) => count(entry) > 1).map(({ text }) => text),
  }
}

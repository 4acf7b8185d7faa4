/** What the server answers about the health of the data. */
export interface RuleCount {
  rule: string
  /** Null: not looked at yet. */
  found: number | null
  /** How many were said to be right. */
  excepted: number
  /** How many there were a week ago, or since it is counted. */
  before: number | null
}

export interface DataHealth {
  lookedAt: string | null
  isLooking: boolean
  items: RuleCount[]
}

export interface NamedRecord {
  entity: string
  id: string
  name: string
}

export interface Finding extends NamedRecord {
  /** What is wrong with this one. */
  words: string
  /** The field to be mended. */
  field: string | null
  /** What one tap would do, in words; `asks`: with what is typed. */
  fix: { words: string; isRemoval?: true; asks?: { label: string; hint: string } } | null
  /** Where else it is mended. */
  link: { to: string; words: string } | null
  other: NamedRecord | null
}

export interface ExceptedFinding extends NamedRecord {
  reason: string
  by: string
  at: string
}

export interface Findings {
  found: number | null
  items: Finding[]
  next: string | null
  /** The counts of the days, the first day first. */
  trend: { day: string; found: number }[]
}

/** So many findings of a rule are kept to be shown; the others come up as these are mended. */
export const mostKept = 5000
export const mostReason = 500

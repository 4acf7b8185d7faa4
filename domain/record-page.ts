/** One field that a return to an earlier version would change, as text to show. */
export interface RevertDifference {
  field: string
  now: string
  earlier: string
}

/** Who refers to a record, through which field. */
export interface UsedBy {
  entity: string
  path: string
  field: string
  label: string
  /** What the field holds in each of them. */
  value: string
  count: number
  /** Counted no further: there are at least so many. */
  isMore: boolean
  /** The first few, by name. */
  records: { id: string; name: string }[]
}

export interface CommentShown {
  id: string
  body: string
  by: string
  at: string
  editedAt: string | null
  isOwn: boolean
}

/** A deleted record, in the bin. */
export interface Binned {
  entity: string
  path: string
  id: string
  name: string
  /** What it was; what is sensitive is masked. */
  values: Record<string, string>
  deletedAt: string
  deletedBy: string
}

/** A record of the bin that was not restored, and why. */
export interface StillBinned {
  entity: string
  id: string
  name: string
  because: string
  /** The record that has its code since. */
  existing?: { path: string; id: string; name: string }
}

/** Everything that changes many records at once; each can be taken back at once. */
export const batchKinds = [
  'import',
  'bulk edit',
  'bulk delete',
  'bulk restore',
  'rename',
  'merge',
  'move',
  'reference data',
  'undo',
] as const
export type BatchKind = (typeof batchKinds)[number]

export type BatchState = 'open' | 'done' | 'undone' | 'partly undone'

export interface BatchShown {
  id: string
  kind: BatchKind
  /** The entity it is about, when it is about one. */
  entity: string | null
  /** In words: "18 customers moved to city AHM". */
  title: string
  by: string
  at: string
  state: BatchState
  /** The batch this one took back. */
  undoes: string | null
  undoneAt: string | null
  undoneBy: string | null
}

export interface BatchChange {
  entity: string
  path: string
  id: string
  name: string
  action: 'create' | 'update' | 'delete' | 'restore'
}

/** A record that was not put back, and why. */
export interface LeftAsItIs extends Omit<BatchChange, 'action'> {
  because: string
}

export interface UndoReport {
  /** The batch that the taking back is; it can be taken back as well. */
  batch: BatchShown
  undone: number
  /** How many were left as they are; `left` names the first of them. */
  leftCount: number
  left: LeftAsItIs[]
}

export const mostLeftNamed = 200

/** The kinds of bulk change; each can be undone in one step. */
export const batchKinds = [
  'import',
  'bulk edit',
  'bulk delete',
  'bulk restore',
  'rename',
  'merge',
  'move',
  'reference data',
  'proposal',
  'work plan',
  'recurring plans',
  'undo',
] as const
export type BatchKind = (typeof batchKinds)[number]

export const batchStates = ['open', 'done', 'undone', 'partly undone'] as const

export const maxNotUndoneListed = 200

/** `due`: the most overdue first. `planned`: those with an open plan first, by its time, then the most overdue. */
export const planOrders = ['due', 'planned'] as const
export type PlanOrder = (typeof planOrders)[number]

/** Groups of overdue visits by days since the due day, each with the due state that filters by it. */
export const overdueAges = [
  { state: 'overdue-7', from: 1, to: 7, words: '1–7 days ago' },
  { state: 'overdue-30', from: 8, to: 30, words: '8–30 days ago' },
  { state: 'overdue-90', from: 31, to: 90, words: '31–90 days ago' },
  { state: 'overdue-more', from: 91, to: null, words: 'more than 90 days ago' },
] as const

/** A customer who was never visited is due today. `seen`: visited on time, the next visit is due today or later. */
export const dueStates = [
  'overdue',
  'today',
  'week',
  'later',
  'never',
  'seen',
  ...overdueAges.map(({ state }) => state),
] as const
export type DueState = (typeof dueStates)[number]

/**
 * `overdue`: has an overdue amount. `owing`: has a receivable. `clear`: owes nothing, or has no balance. `due30` and so on: has an open
 * bill of that age. `above-limit`: owes more than its credit limit. `promised`, `promise-broken`:
 * has an open or a broken promise to pay.
 */
export const balanceStates = [
  'overdue',
  'owing',
  'clear',
  'due30',
  'due60',
  'due90',
  'dueMore',
  'above-limit',
  'promised',
  'promise-broken',
] as const
export type BalanceState = (typeof balanceStates)[number]

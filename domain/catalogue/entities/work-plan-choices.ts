// Apart from the declaration, because screens need nothing else of it.

/**
 * `draft`: being edited. `sent`: waits for the decision of the reporting manager. `approved`, `returned`: decided.
 * `accepted`: its stops are planned visits.
 */
export const workPlanStates = ['draft', 'sent', 'approved', 'returned', 'accepted'] as const
export type WorkPlanState = (typeof workPlanStates)[number]

/** The states in which a plan can be solved and edited. */
export const editableStates: readonly WorkPlanState[] = ['draft', 'returned']
/** The states in which the stops of a plan can become planned visits. */
export const acceptableStates: readonly WorkPlanState[] = ['draft', 'returned', 'approved']

export const yesOrNo = ['yes', 'no'] as const

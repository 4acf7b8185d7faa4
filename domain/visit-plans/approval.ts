import type { WorkPlanState } from '../catalogue/entities/work-plan-choices.ts'
import type { FieldProblem } from '../problem.ts'
import { t } from '../messages/t.ts'

/**
 * The steps of a plan: its planner sends it and may withdraw it; a manager approves or returns it; an approved plan that has
 * to be changed is reopened.
 */
export const planSteps = ['send', 'withdraw', 'approve', 'return', 'reopen'] as const
export type PlanStep = (typeof planSteps)[number]

interface StepRule {
  from: readonly WorkPlanState[]
  to: WorkPlanState
  /** Whether a manager takes it, or the planner. */
  by: 'manager' | 'planner'
  needsNote: boolean
}

export const stepRules: Readonly<Record<PlanStep, StepRule>> = {
  send: { from: ['draft', 'returned'], to: 'sent', by: 'planner', needsNote: false },
  withdraw: { from: ['sent'], to: 'draft', by: 'planner', needsNote: false },
  approve: { from: ['sent'], to: 'approved', by: 'manager', needsNote: false },
  return: { from: ['sent'], to: 'returned', by: 'manager', needsNote: true },
  reopen: { from: ['approved'], to: 'draft', by: 'planner', needsNote: true },
}

export const stepsFrom = (state: WorkPlanState): PlanStep[] =>
  planSteps.filter((step) => stepRules[step].from.includes(state))

export const maxNoteLength = 2000

/** A plan that is returned or reopened says why. */
export function noteProblems(step: PlanStep, note: string | undefined): FieldProblem[] {
  const length = note?.trim().length ?? 0
  if (length > maxNoteLength)
    return [
      { field: 'note', message: t('The note should have at most {max} letters', { max: maxNoteLength }) },
    ]
  if (length > 0 || !stepRules[step].needsNote) return []
  return [
    {
      field: 'note',
      message:
        step === 'return'
          ? t('Write a note, so that the plan can be corrected')
          : t('Write a note that says why the approved plan is changed'),
    },
  ]
}

/** A record of the User master with its two managers. */
export interface StaffMember {
  code: string
  managers: readonly (string | null)[]
}

/** The managers above these members, the nearest first; a cycle of reporting lines ends where it began. */
export function managersAbove(staff: ReadonlyMap<string, StaffMember>, codes: readonly string[]): string[] {
  const above: string[] = []
  const queue = [...codes]
  for (const code of queue)
    for (const manager of staff.get(code)?.managers ?? []) {
      if (manager === null || codes.includes(manager) || above.includes(manager)) continue
      above.push(manager)
      queue.push(manager)
    }
  return above
}

import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'

interface Fit extends Pick<WorkPlanView, 'Visits_Due' | 'Visits_In_Time'> {
  report: Pick<NonNullable<WorkPlanView['report']>, 'due' | 'planned' | 'atMost' | 'gap' | 'isEdited'> | null
}

/** "112 visits fall due, 84 fit. More than 84 fit in no order."; "are planned" where more could fit in another order. */
export function describeFit({ report, Visits_Due, Visits_In_Time }: Fit): string[] {
  if (!report) return []
  const due = Visits_Due ?? report.due
  const planned = Visits_In_Time ?? report.planned
  if (planned >= due)
    return [
      t(
        '{due, plural, =0 {No visits fall due} one {# visit falls due, and it fits} other {# visits fall due, all fit}}.',
        { due },
      ),
    ]
  const isMost = planned === report.atMost && !report.isEdited
  const sentences = [
    isMost
      ? t('{due, plural, one {# visit falls due} other {# visits fall due}}, {planned, number} fit.', {
          due,
          planned,
        })
      : t('{due, plural, one {# visit falls due} other {# visits fall due}}, {planned, number} planned.', {
          due,
          planned,
        }),
  ]
  if (report.atMost < due)
    sentences.push(t('More than {atMost, number} fit in no order.', { atMost: report.atMost }))
  return sentences
}

/** How good the solution is; nothing where that is unknown. */
export function describeGap({ report }: Pick<Fit, 'report'>): string | null {
  if (!report || report.planned === 0) return null
  if (report.isEdited) return t('Changed by hand since it was solved.')
  const { gap } = report
  if (gap === null || gap >= 100) return null
  if (gap === 0) return t('This is the best possible plan.')
  // The gap is a share of this plan, and people compare it with the best one.
  return t('At most {above, number} % above the best possible plan.', {
    above: Math.ceil((100 * gap) / (100 - gap)),
  })
}

import { useEffect, type ReactNode } from 'react'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import type { RowSelection } from '../ui/use-row-selection.ts'
import { t } from '#domain/messages/t.ts'

const maxPlans = 200

interface PlanSelectionProps {
  selection: RowSelection<VisitPlan>
  onPlan: () => void
  onPrint: () => void
}

/** Actions for the selected customers. */
export function PlanSelection({ selection, onPlan, onPrint }: PlanSelectionProps): ReactNode {
  const count = selection.selected.length
  return (
    <SelectionBar
      label={t('Selected customers')}
      count={count}
      text={
        count > maxPlans
          ? t('{count, number} selected: at most {maxPlans, number} can be planned at once', {
              count,
              maxPlans,
            })
          : t('{count, number} selected', { count })
      }
      onClear={selection.clear}
    >
      <Button tone="main" disabled={count > maxPlans} onClick={onPlan}>
        {t('Plan visits…')}
      </Button>
      <Button onClick={onPrint}>{t('Print')}</Button>
    </SelectionBar>
  )
}

interface PrintSheetProps {
  plans: readonly VisitPlan[]
  columns: (clock: FirmClock) => readonly Column<VisitPlan>[]
  clock: FirmClock
  onDone: () => void
}

/** Print-only table of the selected customers, who may be on several pages of the list. */
export function PrintSheet({ plans, columns, clock, onDone }: PrintSheetProps): ReactNode {
  useEffect(() => {
    // In some browsers `print` returns before printing.
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [onDone])
  return (
    <div className="planner-sheet">
      <DataTable
        caption={t('Selected customers')}
        columns={columns(clock)}
        rows={plans}
        keyOf={(plan) => plan.Customer_Code}
      />
    </div>
  )
}

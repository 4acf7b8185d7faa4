import { useEffect, type ReactNode } from 'react'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import type { Selection } from './use-selection.ts'

/** The most that can be planned at once. */
const mostPlans = 200

export function Tick({ plan, selection }: { plan: VisitPlan; selection: Selection }): ReactNode {
  return (
    <label className="planner-tick">
      <input
        type="checkbox"
        aria-label={`Choose ${plan.Customer_Name}`}
        checked={selection.has(plan)}
        onChange={(event) => selection.set([plan], event.target.checked)}
      />
    </label>
  )
}

export function TickAll({
  items,
  selection,
}: {
  items: readonly VisitPlan[]
  selection: Selection
}): ReactNode {
  const count = items.filter(selection.has).length
  const isAll = count === items.length
  return (
    <label className="choice planner-tick-all">
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        onChange={(event) => selection.set(items, event.target.checked)}
      />
      All on this page
    </label>
  )
}

interface SelectionBarProps {
  selection: Selection
  onPlan: () => void
  onPrint: () => void
}

/** What can be done with those that are ticked. It is there before anybody is, so that the count is read out. */
export function SelectionBar({ selection, onPlan, onPrint }: SelectionBarProps): ReactNode {
  const count = selection.chosen.length
  return (
    <section className={count > 0 ? 'planner-bar' : undefined} aria-label="Chosen customers">
      <output className="planner-count">
        {count > mostPlans
          ? `${count} chosen: at most ${mostPlans} can be planned at once`
          : count > 0 && `${count} chosen`}
      </output>
      {count > 0 && (
        <>
          <Button tone="main" disabled={count > mostPlans} onClick={onPlan}>
            Plan them…
          </Button>
          <Button onClick={onPrint}>Print</Button>
          <Button tone="quiet" onClick={selection.clear}>
            Clear
          </Button>
        </>
      )}
    </section>
  )
}

interface SheetProps {
  plans: readonly VisitPlan[]
  columns: (clock: FirmClock) => readonly Column<VisitPlan>[]
  clock: FirmClock
  onDone: () => void
}

/** Those that are ticked, on paper only: some of them may be on another page of the list. */
export function Sheet({ plans, columns, clock, onDone }: SheetProps): ReactNode {
  useEffect(() => {
    // Some browsers come back from `print` before anything is printed.
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
  }, [onDone])
  return (
    <div className="planner-sheet">
      <DataTable
        caption="Chosen customers"
        columns={columns(clock)}
        rows={plans}
        keyOf={(plan) => plan.Customer_Code}
      />
    </div>
  )
}

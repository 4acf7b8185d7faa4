import { useState } from 'react'
import type { VisitPlan } from '#domain/visits/plans.ts'

export interface Selection {
  /** In the order in which they were chosen. */
  chosen: readonly VisitPlan[]
  has: (plan: VisitPlan) => boolean
  set: (plans: readonly VisitPlan[], isChosen: boolean) => void
  clear: () => void
}

/** Customers that are ticked; they stay so when the page of the list turns. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, VisitPlan>>(new Map())
  return {
    chosen: [...chosen.values()],
    has: ({ Customer_Code }) => chosen.has(Customer_Code),
    set: (plans, isChosen) =>
      setChosen((now) => {
        const next = new Map(now)
        for (const plan of plans) {
          if (isChosen) next.set(plan.Customer_Code, plan)
          else next.delete(plan.Customer_Code)
        }
        return next
      }),
    clear: () => setChosen(new Map()),
  }
}

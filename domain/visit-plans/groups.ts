import type { FieldProblem } from '../problem.ts'
import { foldText } from '../text.ts'
import { t } from '../messages/t.ts'

export const minGroupCustomers = 2
export const maxGroupCustomers = 100

/** What is wrong with the customers of a meeting, besides those that do not exist. */
export function groupProblems(codes: readonly string[]): FieldProblem[] {
  const problem = (message: string): FieldProblem[] => [{ field: 'customers', message }]
  if (codes.length < minGroupCustomers)
    return problem(t('A group visit has at least two customers. Record the visit of one customer as usual'))
  if (codes.length > maxGroupCustomers)
    return problem(
      t('A group visit has at most {max} customers. Record the others as a second group', {
        max: maxGroupCustomers,
      }),
    )
  const seen = new Set<string>()
  for (const code of codes) {
    const key = foldText(code.trim())
    if (seen.has(key)) return problem(t('Customer {code} is there twice', { code: code.trim() }))
    seen.add(key)
  }
  return []
}

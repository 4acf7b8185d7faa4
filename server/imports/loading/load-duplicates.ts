import type { Tx } from '../../store/dialect.ts'
import type { ManyRecords } from '../../store/records/many-records.ts'
import { valuesOf, type Candidate } from './load-candidate.ts'
import { choiceOf, type LoadPlan } from './load-plan.ts'

/**
 * Compares new rows with the existing records and applies the choice for each duplicate. Returns the rows that update a
 * record instead, because their references must be resolved again.
 */
export async function resolveDuplicates(
  plan: LoadPlan,
  tx: Tx,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const newRows = plan.duplicates ? candidates.filter(({ existing, result }) => !existing && !result) : []
  if (!plan.duplicates || newRows.length === 0) return []
  const found = await plan.duplicates.find(tx, newRows)
  const changing: Candidate[] = []
  for (const [at, each] of newRows.entries()) {
    const duplicate = found[at]
    if (!duplicate) continue
    each.duplicate = duplicate
    const choice = choiceOf(plan, each.row)
    if (choice === 'skip') each.result = { outcome: 'skipped' }
    else if (choice === 'update') changing.push(each)
  }
  const ids = [...new Set(changing.map(({ duplicate }) => duplicate!.id))]
  const records = new Map((await many.findByCell('id', ids)).map((record) => [record.id, record]))
  return changing.filter((each) => {
    const current = records.get(each.duplicate!.id)
    if (current) Object.assign(each, valuesOf(plan, each.input, current, plan.entity.key))
    return current !== undefined
  })
}

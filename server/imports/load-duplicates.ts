import type { Tx } from '../store/dialect.ts'
import type { ManyRecords } from '../store/many-records.ts'
import { valuesOf, type Candidate } from './load-candidate.ts'
import { choiceOf, type LoadPlan } from './load-plan.ts'

/**
 * Compares rows that would be created with the records that exist, all together, and does with those that look like one what
 * was chosen. Those that change a record instead are given back: what they refer to is to be looked at once more.
 */
export async function settleDuplicates(
  plan: LoadPlan,
  tx: Tx,
  many: ManyRecords,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const fresh = plan.duplicates ? candidates.filter(({ existing, result }) => !existing && !result) : []
  if (!plan.duplicates || fresh.length === 0) return []
  const found = await plan.duplicates.find(tx, fresh)
  const changing: Candidate[] = []
  for (const [at, each] of fresh.entries()) {
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

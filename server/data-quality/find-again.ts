import { maxFixedAtOnce } from '#domain/data-quality/limits.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { entriesOfBatch } from '../changes/batch-store.ts'
import type { AfterUndo } from '../changes/undo-batch.ts'
import { checkAll } from './finding-service.ts'
import { addFindings, exceptedIds } from './finding-store.ts'
import { checksOf } from './rules.ts'
import { todayOf } from './run-checks.ts'

/** Records whose fix was undone are findings again at once; those of a larger change after the next check. */
export const findAgain: AfterUndo = async (ctx, tx, { original, isUndone }) => {
  if (!isUndone) return
  const entries = await entriesOfBatch(tx, original, { limit: maxFixedAtOnce + 1 })
  if (entries.length > maxFixedAtOnce) return
  const records = entries.map(({ recordId: id, entity }) => ({ id, entity, otherId: null }))
  const today = todayOf(ctx)
  for (const [rule, checks] of Object.entries(checksOf)) {
    const own = records.filter(({ entity }) => checks.some((check) => check.entity === entity))
    if (own.length === 0) continue
    const excepted = await exceptedIds(tx, rule)
    const found = (await checkAll(tx, rule, own, today)).filter(({ finding }) => !excepted.has(finding.id))
    const stored = found.map(({ finding: { id, entity } }) => ({ id, entity, otherId: null }))
    await addFindings(tx, rule, stored, today.day)
    await yieldWhenDue()
  }
}

import type { FixAllReport } from '#domain/api/data-quality.ts'
import { maxFixedAtOnce } from '#domain/data-quality/limits.ts'
import { conflict, Problem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { beginBatch } from '../changes/batch-service.ts'
import { runOrDryRun } from '../changes/dry-run.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { updateInTransaction } from '../records/record-service.ts'
import { attempt } from '../store/attempt.ts'
import { checkAll } from './finding-service.ts'
import { dropFindings, readFindings } from './finding-store.ts'
import { todayOf } from './run-checks.ts'

const maxSample = 5

/** Applies the fixes that only change values, with the rights of the caller, in one batch that can be undone. */
export async function fixFindings(
  ctx: Context,
  rule: { id: string; title: string },
  isDryRun: boolean,
): Promise<FixAllReport> {
  requireRight(ctx, 'create', 'batch')
  const today = todayOf(ctx)
  const found = await readFindings(ctx.store.read, rule.id, { limit: maxFixedAtOnce })
  const fixable = (await checkAll(ctx.store.read, rule.id, found, today)).flatMap(
    ({ finding, fix, version }) =>
      fix?.change ? [{ finding, version, change: fix.change, words: fix.words }] : [],
  )
  if (fixable.length === 0) throw conflict(t('There is nothing to fix without a decision'))
  const report = await runOrDryRun(ctx, isDryRun, async (tx): Promise<FixAllReport> => {
    const entities = new Set(fixable.map(({ finding }) => finding.entity))
    const batch = await beginBatch(ctx, tx, {
      kind: 'bulk edit',
      entity: entities.size === 1 ? [...entities][0]! : null,
      title: t('Data quality: {rule}', { rule: t(rule.title) }),
    })
    const fixed: string[] = []
    const left: string[] = []
    for (const { finding, version, change } of fixable) {
      const request = { idOrCode: finding.id, input: change, fields: 'some', version } as const
      try {
        await attempt(tx, () => updateInTransaction(batch, tx, finding.entity, request))
        fixed.push(finding.id)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        left.push(`${finding.name}: ${error.message}`)
      }
    }
    await dropFindings(tx, rule.id, fixed, today.day)
    const sample = fixable
      .filter(({ finding }) => fixed.includes(finding.id))
      .slice(0, maxSample)
      .map(({ finding: { id, name, words }, words: fix }) => ({ id, name, words, fix }))
    return { isDryRun, batchId: isDryRun ? null : batch.batchId, fixed: fixed.length, left, sample }
  })
  if (report.fixed === 0) throw conflict(report.left.join('. '))
  return report
}

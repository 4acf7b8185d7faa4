import type { FixAllReport } from '#domain/api/data-quality.ts'
import { maxFixedAtOnce } from '#domain/data-quality/limits.ts'
import { conflict, Problem } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { beginBatch, type NewBatch } from '../changes/batch-service.ts'
import { dryRun } from '../changes/dry-run.ts'
import {
  betweenPieces,
  changeMany,
  recordsInPiece,
  type BatchContext,
  type InPiece,
} from '../changes/in-pieces.ts'
import { undoChanges } from '../changes/undo-changes.ts'
import { updateRecords, type UpdateById } from '../changes/update-many.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { updateInTransaction } from '../records/record-service.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { inParts } from '../store/records/record-sets.ts'
import { checkAll, type CheckedFinding } from './finding-service.ts'
import { dropFindings, readFindings } from './finding-store.ts'
import type { Fix } from './quality-check.ts'
import { todayOf } from './run-checks.ts'

const maxSample = 5
/** Fewer than in a bulk edit: each record gets a value of its own, so that SQLite has more to write to the search index. */
const fixesInPiece = 20

type Fixable = Pick<CheckedFinding, 'finding' | 'version'> & Pick<Fix, 'words'> & { change: object }
type Fixed = { fixed: Fixable[]; left: string[] }

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
    ({ finding, fix, version }): Fixable[] =>
      fix?.change ? [{ finding, version, change: fix.change, words: fix.words }] : [],
  )
  if (fixable.length === 0) throw conflict(t('There is nothing to fix without a decision'))
  const isLarge = fixable.length > recordsInPiece
  const entities = new Set(fixable.map(({ finding }) => finding.entity))
  const about: NewBatch = {
    kind: 'bulk edit',
    entity: entities.size === 1 ? [...entities][0]! : null,
    title: t('Data quality: {rule}', { rule: t(rule.title) }),
  }
  if (isDryRun)
    return dryRun(ctx, isLarge, async (dryRunContext, tx) => {
      const batch = await beginBatch(dryRunContext, tx, about)
      return reportOf(await fixInPieces(batch, fixable, (work) => work(tx)), null)
    })
  return changeMany<Fixed, FixAllReport>(ctx, {
    isLarge,
    begin: async () => about,
    work: (batch, inPiece) => fixInPieces(batch, fixable, inPiece),
    finish: async ({ batchId }, tx, done) => {
      const ids = done.fixed.map(({ finding }) => finding.id)
      if (ids.length > 0) await dropFindings(tx, rule.id, ids, today.day)
      return reportOf(done, batchId)
    },
    undoChanges,
  })
}

async function fixInPieces(ctx: BatchContext, fixable: readonly Fixable[], inPiece: InPiece): Promise<Fixed> {
  const all: Fixed = { fixed: [], left: [] }
  for (const some of inParts(fixable, fixesInPiece)) {
    // The transaction may be retried, so its result is added after it has committed.
    const { fixed, left } = await inPiece((tx) => fixPiece(ctx, tx, some))
    all.fixed.push(...fixed)
    all.left.push(...left)
    await betweenPieces(ctx)
  }
  return all
}

async function fixPiece(ctx: BatchContext, tx: Tx, fixable: readonly Fixable[]): Promise<Fixed> {
  const fixed: Fixable[] = []
  const left: string[] = []
  for (const [entity, own] of Map.groupBy(fixable, ({ finding }) => finding.entity)) {
    const requests = new Map(own.map((each) => [each.finding.id, requestOf(each)]))
    const done = await updateRecords(ctx, tx, entity, requests)
    for (const each of own) {
      const { id, name } = each.finding
      try {
        if (!done.has(id))
          await attempt(tx, () =>
            updateInTransaction(ctx, tx, entity, { idOrCode: id, ...requests.get(id)! }),
          )
        fixed.push(each)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        left.push(`${name}: ${error.message}`)
      }
      await yieldWhenDue()
    }
  }
  return { fixed, left }
}

const requestOf = ({ change, version }: Fixable): UpdateById => ({ input: change, fields: 'some', version })

/** Refuses a change of no record, which then leaves no batch. */
function reportOf({ fixed, left }: Fixed, batchId: string | null): FixAllReport {
  if (fixed.length === 0) throw conflict(left.join('. '))
  const sample = fixed
    .slice(0, maxSample)
    .map(({ finding: { id, name, words }, words: fix }) => ({ id, name, words, fix }))
  return { isDryRun: batchId === null, batchId, fixed: fixed.length, left, sample }
}

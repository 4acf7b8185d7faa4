import { maxAtOnce, maxSample, type BulkChange, type BulkReport } from '#domain/api/changes/bulk.ts'
import { maxNotUndoneListed } from '#domain/batches.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { retiredOn, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid, notFound, Problem } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { calendarOf } from '../records/list-query.ts'
import { referenceNames } from '../records/reference-names.ts'
import { removeInTransaction, updateInTransaction } from '../records/record-service.ts'
import { attemptEach } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { findPage, onlyIds } from '../store/query/record-list.ts'
import { inParts } from '../store/records/record-sets.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { beginBatch, toBatchShown, type NewBatch } from './batch-service.ts'
import { changeBatch, findBatch } from './batch-store.ts'
import { deleteMany } from './delete-many.ts'
import { toBulkRequest, type BulkRequest } from './bulk-request.ts'
import { betweenPieces, changeMany, recordsInPiece, type BatchContext, type InPiece } from './in-pieces.ts'
import { dryRun } from './dry-run.ts'
import { undoChanges } from './undo-changes.ts'
import { updateRecords } from './update-many.ts'
import { t } from '#domain/messages/t.ts'

/** Changes or deletes many records as one batch, all or nothing on an error; records that cannot be changed are left and listed. */
export async function bulkChange(
  ctx: Context,
  name: string,
  body: BulkChange,
  isDryRun: boolean,
): Promise<Answer<BulkReport>> {
  const entity = entityNamed(name)
  const request = toBulkRequest(entity, body, isDryRun, calendarOf(ctx))
  requireRight(ctx, 'read', name)
  requireRight(ctx, request.action, name)
  requireRight(ctx, 'create', 'batch')
  const ids = await recordsOf(ctx, entity, request)
  const isLarge = ids.length > recordsInPiece
  const about: NewBatch = {
    kind: request.action === 'update' ? 'bulk edit' : 'bulk delete',
    entity: name,
    title: t('{action, select, update {{records} being changed} other {{records} being deleted}}', {
      action: request.action,
      records: countRecords(entity, ids.length),
    }),
  }
  if (isDryRun) {
    const { report } = await dryRun(ctx, isLarge, async (dryRunContext, tx) =>
      perform(await beginBatch(dryRunContext, tx, about), entity, request, ids, (work) => work(tx)),
    )
    const shown = report.sample.flatMap(({ before, after }) => [before, after])
    return { status: 200, body: { ...report, names: await referenceNames(ctx, entity, shown) } }
  }
  return once(ctx, ['bulk', name, body], (keep, refuseRepeat) =>
    changeMany<BulkResult, Answer<BulkReport>>(ctx, {
      isLarge,
      begin: async (tx) => {
        if (isLarge) await refuseRepeat(tx)
        return about
      },
      work: (batchContext, inPiece) => perform(batchContext, entity, request, ids, inPiece),
      finish: async (batchContext, tx, { report, example }) => {
        if (report.changed === 0) throw nothingDone(entity, request, report)
        const after =
          request.action === 'update'
            ? await dynamicGate(batchContext, 'update', name).using(tx).find(example!.id)
            : undefined
        const title = titleOf(entity, request, report.changed, after, ctx.config.timeZone)
        await changeBatch(tx, batchContext.batchId, { title })
        const batch = toBatchShown((await findBatch(tx, batchContext.batchId))!)
        return keep(tx, { status: 200, body: { ...report, batch } })
      },
      undoChanges,
    }),
  )
}

interface BulkResult {
  report: BulkReport
  /** One of the changed records, as it was before. */
  example: StoredRecord | undefined
}

/** How many records are changed one by one before yielding to other requests. */
const chunkSize = 5

async function perform(
  ctx: BatchContext,
  entity: Entity,
  request: BulkRequest,
  ids: readonly string[],
  inPiece: InPiece,
): Promise<BulkResult> {
  const result: BulkResult = {
    report: {
      isDryRun: request.isDryRun,
      batch: null,
      changed: 0,
      unchanged: 0,
      leftCount: 0,
      left: [],
      sample: [],
      names: {},
    },
    example: undefined,
  }
  for (const some of inParts(ids, recordsInPiece)) {
    // The transaction may be retried, so its result is added after it has committed.
    const piece = await inPiece((tx) => performPiece(ctx, tx, entity, request, some))
    const { report } = result
    report.changed += piece.changed
    report.unchanged += piece.unchanged
    report.leftCount += piece.left.length
    report.left.push(...piece.left.slice(0, maxNotUndoneListed - report.left.length))
    report.sample.push(...piece.sample.slice(0, maxSample - report.sample.length))
    result.example ??= piece.example
    await betweenPieces(ctx)
  }
  return result
}

type Piece = Pick<BulkReport, 'changed' | 'unchanged' | 'left' | 'sample'> & Pick<BulkResult, 'example'>

async function performPiece(
  ctx: BatchContext,
  tx: Tx,
  entity: Entity,
  request: BulkRequest,
  ids: readonly string[],
): Promise<Piece> {
  const records = dynamicGate(ctx, request.action, entity.name)
  const writer = records.using(tx)
  const piece: Piece = { changed: 0, unchanged: 0, left: [], sample: [], example: undefined }
  const change = async (id: string): Promise<Outcome> => {
    const current = await writer.find(id)
    if (!current)
      throw notFound(
        t('There is no {singular} {id} here', { singular: t(entity.singular).toLowerCase(), id }),
      )
    const version = await changeOne(ctx, tx, entity, request, current)
    return { current, isChanged: version !== current.version }
  }
  const leave = (_id: string, error: unknown): Outcome => ({
    because: reasonOf(ctx, entity, records.duplicatedFields(error), error),
  })
  for (const part of inParts(await changeInBulk(ctx, writer, request, ids, piece), chunkSize)) {
    const outcomes = await attemptEach(tx, part, change, leave)
    for (const [at, outcome] of outcomes.entries()) {
      if ('because' in outcome) piece.left.push(await describeLeft(writer, part[at]!, outcome.because))
      else if (outcome.isChanged) {
        piece.changed++
        piece.example ??= outcome.current
        await addToSample(writer, request, outcome.current, piece)
      } else piece.unchanged++
    }
    await yieldWhenDue()
  }
  return piece
}

/** Changes or deletes in bulk the records that allow it; returns the others. */
async function changeInBulk(
  ctx: BatchContext,
  writer: RecordWriter,
  request: BulkRequest,
  ids: readonly string[],
  piece: Piece,
): Promise<readonly string[]> {
  const { entity, tx, find } = writer
  const { action, input, versions } = request
  const recordIds = new Map<string, string>()
  const versionById = new Map<string, number>()
  for (const id of ids) {
    const current = await find(id)
    if (!current || versionById.has(current.id)) continue
    recordIds.set(id, current.id)
    versionById.set(current.id, versions.get(current.id) ?? current.version)
  }
  if (action === 'delete') {
    const removed = await deleteMany(ctx, tx, entity.name, versionById)
    piece.changed += removed.size
    return ids.filter((id) => !removed.has(recordIds.get(id) ?? ''))
  }
  const requests = new Map(
    [...versionById].map(([id, version]) => [id, { input, fields: 'some', version } as const]),
  )
  const done = await updateRecords(ctx, tx, entity.name, requests)
  for (const { before, version } of done.values()) {
    if (version === before.version) piece.unchanged++
    else {
      piece.changed++
      piece.example ??= before
      await addToSample(writer, request, before, piece)
    }
  }
  return ids.filter((id) => !done.has(recordIds.get(id) ?? ''))
}

/** Reads a changed record again, for the values that follow from others. */
async function addToSample(
  { entity, hidden, find }: RecordWriter,
  { action, isDryRun }: BulkRequest,
  before: StoredRecord,
  { sample }: Piece,
): Promise<void> {
  if (!isDryRun || action === 'delete' || sample.length === maxSample) return
  const after = await find(before.id)
  if (!after) return
  // Whether a masked value changes would say whether a guess of it is right.
  const changed = Object.keys(entity.fields).filter(
    (field) =>
      !hidden.includes(field) &&
      JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )
  const valuesOf = (record: StoredRecord): RecordValues =>
    Object.fromEntries(changed.map((field) => [field, record[field] ?? null]))
  sample.push({
    id: before.id,
    name: nameRecord(entity, before),
    before: valuesOf(before),
    after: valuesOf(after),
  })
}

type Outcome = { current: StoredRecord; isChanged: boolean } | { because: string }

async function describeLeft(
  writer: RecordWriter,
  id: string,
  because: string,
): Promise<BulkReport['left'][number]> {
  const { entity } = writer
  const current = await writer.find(id)
  return {
    id: current?.id ?? id,
    name: current ? nameRecord(entity, current) : `${t(entity.singular)} ${id}`,
    because,
  }
}

/** Sorted by id, so that two requests for the same records do not deadlock. */
async function recordsOf(ctx: Context, entity: Entity, { which }: BulkRequest): Promise<string[]> {
  const tooMany = (): Problem => {
    return invalid([
      {
        field: 'filters' in which ? 'query' : 'ids',
        message: t('At most {max, number} {records} can be changed at once', {
          max: maxAtOnce,
          records: t(entity.plural).toLowerCase(),
        }),
      },
    ])
  }
  if ('filters' in which) {
    const matching = dynamicGate(ctx, 'read', entity.name).inScope(which)
    const query = { ...matching, sort: { field: 'id', descending: false }, limit: maxAtOnce, total: false }
    const { rows, next } = await findPage(
      ctx.store.read,
      ctx.store.dialect,
      entity,
      query,
      onlyIds,
      (row: { id: string }) => row,
    )
    if (next !== null) throw tooMany()
    return rows.map((row) => row.id)
  }
  if (which.length > maxAtOnce) throw tooMany()
  return which.toSorted()
}

/** Returns the version the record has afterwards. */
async function changeOne(
  ctx: Context,
  tx: Tx,
  entity: Entity,
  { action, input, versions }: BulkRequest,
  { id, version: current }: StoredRecord,
): Promise<number> {
  const version = versions.get(id) ?? current
  if (action === 'update') {
    const request = { idOrCode: id, input, fields: 'some', version } as const
    return (await updateInTransaction(ctx, tx, entity.name, request)).version
  }
  await removeInTransaction(ctx, tx, entity.name, id, version)
  return version + 1
}

function reasonOf(
  ctx: Context,
  entity: Entity,
  duplicated: readonly string[] | undefined,
  error: unknown,
): string {
  if (error instanceof Problem) return error.message
  if (duplicated) {
    const labels = formatLabels(entity, duplicated)
    return t('Another {record} has the same {labels}', { record: t(entity.singular).toLowerCase(), labels })
  }
  if (ctx.store.dialect.explain(error)?.kind === 'reference') return ctx.store.problemOf(error)!.message
  throw error
}

const formatLabels = (entity: Entity, fields: readonly string[]): string =>
  formatList(
    fields.map((name) => {
      const { label } = entity.fields[name]!
      return t(label)
    }),
  )

const countRecords = (entity: Entity, count: number): string =>
  t('{count, plural, one {# {singular}} other {# {plural}}}', {
    count,
    singular: t(entity.singular).toLowerCase(),
    plural: t(entity.plural).toLowerCase(),
  })

/** "City Code of 18 customers set to AHM" */
function titleOf(
  entity: Entity,
  { action, fields }: BulkRequest,
  count: number,
  after: StoredRecord | undefined,
  timeZone: string,
): string {
  const records = countRecords(entity, count)
  if (action === 'delete') return t('{records} deleted', { records })
  if (fields.includes(retiredOnField))
    return after && retiredOn(after)
      ? t('{records} retired', { records })
      : t('{records} reinstated', { records })
  const labels = formatLabels(entity, fields)
  const [only] = fields
  const field = entity.fields[only!]!
  if (fields.length > 1 || field.sensitive)
    return t('{labels} of {records} changed', { labels, records }).slice(0, 200)
  const value = field.show(after?.[only!] ?? null, timeZone)
  return value === ''
    ? t('{labels} of {records} emptied', { labels, records })
    : t('{labels} of {records} set to {value}', { labels, records, value }).slice(0, 200)
}

function nothingDone(entity: Entity, { action }: BulkRequest, report: BulkReport): Problem {
  const { left, leftCount, unchanged } = report
  return new Problem(422, { msg: reasonNothingDone(), extra: { ...report } })

  function reasonNothingDone(): string {
    if (leftCount + unchanged === 0)
      return t(
        '{action, select, update {No {records} match, so nothing was changed} other {No {records} match, so nothing was deleted}}',
        { action, records: t(entity.plural).toLowerCase() },
      )
    const records = countRecords(entity, leftCount + unchanged)
    if (leftCount === 0) return t('Nothing was changed: {records} already had this value', { records })
    const [reason = '', ...others] = new Set(left.map(({ because }) => because))
    if (leftCount === 1)
      return t(
        '{action, select, update {{record} could not be changed: {reason}} other {{record} could not be deleted: {reason}}}',
        { action, record: left[0]!.name, reason },
      )
    return others.length > 0
      ? t(
          '{action, select, update {Nothing was changed. None of {records} could be} other {Nothing was deleted. None of {records} could be}}',
          { action, records },
        )
      : t(
          '{action, select, update {Nothing was changed. None of {records} could be: {reason}} other {Nothing was deleted. None of {records} could be: {reason}}}',
          { action, records, reason },
        )
  }
}

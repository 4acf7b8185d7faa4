import { mostLeftNamed, type BatchShown } from '#domain/batches.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { invalid, notFound, Problem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import { calendarOf } from '../resources/list-query.ts'
import { removeWithin, updateWithin } from '../resources/resource-service.ts'
import { attemptEach } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { findPage, onlyIds } from '../store/record-list.ts'
import { inParts } from '../store/record-sets.ts'
import type { RecordWriter } from '../store/records.ts'
import { beginBatch, shown, type AboutBatch } from './batch-service.ts'
import { changeBatch, findBatch } from './batch-store.ts'
import { removeAtOnce } from './remove-at-once.ts'
import { mostAtOnce, readBulkRequest, type BulkRequest } from './bulk-request.ts'
import { changeMany, recordsInPiece, type BatchContext, type InPiece } from './in-pieces.ts'
import { rehearse } from './rehearsal.ts'
import { takeBack } from './take-back.ts'
import { updateAtOnce } from './update-at-once.ts'

export interface BulkReport {
  /** What was done, to be taken back as a whole; none of a rehearsal. */
  batch: BatchShown | null
  changed: number
  unchanged: number
  /** How many could not be changed; `left` names the first of them. */
  leftCount: number
  left: { id: string; name: string; because: string }[]
}

/** Changes or deletes many records, all or nothing; those that cannot be are left and named. */
export async function bulkChange(ctx: Context, name: string, body: unknown): Promise<Answer<BulkReport>> {
  const entity = entityNamed(name)
  const request = readBulkRequest(entity, body, calendarOf(ctx))
  demand(ctx, 'read', name)
  demand(ctx, request.action, name)
  demand(ctx, 'create', 'batch')
  const ids = await recordsOf(ctx, entity, request)
  const isLarge = ids.length > recordsInPiece
  const about: AboutBatch = {
    kind: request.action === 'update' ? 'bulk edit' : 'bulk delete',
    entity: name,
    title: `${counted(entity, ids.length)} being ${request.action === 'update' ? 'changed' : 'deleted'}`,
  }
  if (request.rehearse) {
    const { report } = await rehearse(ctx, isLarge, async (trial, tx) =>
      perform(await beginBatch(trial, tx, about), entity, request, ids, (work) => work(tx)),
    )
    return { status: 200, body: report }
  }
  return once(ctx, ['bulk', name, body], (keep, refuseRepeat) =>
    changeMany<Performed, Answer<BulkReport>>(ctx, {
      isLarge,
      begin: async (tx) => {
        if (isLarge) await refuseRepeat(tx)
        return about
      },
      work: (within, inPiece) => perform(within, entity, request, ids, inPiece),
      finish: async (within, tx, { report, example }) => {
        if (report.changed === 0) throw nothingDone(entity, request, report)
        const after =
          request.action === 'update'
            ? await gate(within, 'update', name).using(tx).find(example!.id)
            : undefined
        const title = titleOf(entity, request, report.changed, after, ctx.config.timeZone)
        await changeBatch(tx, within.batchId, { title })
        const batch = shown((await findBatch(tx, within.batchId))!)
        return keep(tx, { status: 200, body: { ...report, batch } })
      },
      takeBack,
    }),
  )
}

interface Performed {
  report: BulkReport
  /** One of those that were changed, as it was before. */
  example: StoredRecord | undefined
}

/** So many are changed one by one before requests of others are looked at. */
const turn = 5

async function perform(
  ctx: BatchContext,
  entity: Entity,
  request: BulkRequest,
  ids: readonly string[],
  inPiece: InPiece,
): Promise<Performed> {
  const performed: Performed = {
    report: { batch: null, changed: 0, unchanged: 0, leftCount: 0, left: [] },
    example: undefined,
  }
  for (const some of inParts(ids, recordsInPiece)) {
    // It may be tried again, so what it came to is counted when it is over.
    const piece = await inPiece((tx) => performPiece(ctx, tx, entity, request, some))
    const { report } = performed
    report.changed += piece.changed
    report.unchanged += piece.unchanged
    report.leftCount += piece.left.length
    report.left.push(...piece.left.slice(0, mostLeftNamed - report.left.length))
    performed.example ??= piece.example
    await letOthersIn()
  }
  return performed
}

type Piece = Pick<BulkReport, 'changed' | 'unchanged' | 'left'> & Pick<Performed, 'example'>

async function performPiece(
  ctx: BatchContext,
  tx: Tx,
  entity: Entity,
  request: BulkRequest,
  ids: readonly string[],
): Promise<Piece> {
  const records = gate(ctx, request.action, entity.name)
  const writer = records.using(tx)
  const piece: Piece = { changed: 0, unchanged: 0, left: [], example: undefined }
  const change = async (id: string): Promise<Outcome> => {
    const current = await writer.find(id)
    if (!current) throw notFound(`There is no ${entity.singular.toLowerCase()} ${id} here`)
    const version = await changeOne(ctx, tx, entity, request, current)
    return { current, isChanged: version !== current.version }
  }
  const leave = (_id: string, error: unknown): Outcome => ({
    because: reasonOf(ctx, entity, records.duplicatedFields(error), error),
  })
  for (const part of inParts(await changeTogether(ctx, writer, request, ids, piece), turn)) {
    const outcomes = await attemptEach(tx, part, change, leave)
    for (const [at, outcome] of outcomes.entries()) {
      if ('because' in outcome) piece.left.push(await named(writer, part[at]!, outcome.because))
      else if (outcome.isChanged) {
        piece.changed++
        piece.example ??= outcome.current
      } else piece.unchanged++
    }
    await letOthersIn()
  }
  return piece
}

/** Changes or deletes together those that can be; returns the others. */
async function changeTogether(
  ctx: BatchContext,
  { entity, tx, find }: RecordWriter,
  { action, input, versions }: BulkRequest,
  ids: readonly string[],
  piece: Piece,
): Promise<readonly string[]> {
  const asked = new Map<string, string>()
  const wanted = new Map<string, number>()
  for (const id of ids) {
    const current = await find(id)
    if (!current || wanted.has(current.id)) continue
    asked.set(id, current.id)
    wanted.set(current.id, versions.get(current.id) ?? current.version)
  }
  if (action === 'delete') {
    const removed = await removeAtOnce(ctx, tx, entity.name, wanted)
    piece.changed += removed.size
    return ids.filter((id) => !removed.has(asked.get(id) ?? ''))
  }
  const requests = new Map(
    [...wanted].map(([id, version]) => [id, { input, fields: 'some', version } as const]),
  )
  const done = await updateAtOnce(ctx, tx, entity.name, requests)
  for (const { before, version } of done.values()) {
    if (version === before.version) piece.unchanged++
    else {
      piece.changed++
      piece.example ??= before
    }
  }
  return ids.filter((id) => !done.has(asked.get(id) ?? ''))
}

type Outcome = { current: StoredRecord; isChanged: boolean } | { because: string }

async function named(writer: RecordWriter, id: string, because: string): Promise<BulkReport['left'][number]> {
  const { entity } = writer
  const current = await writer.find(id)
  return {
    id: current?.id ?? id,
    name: current ? nameRecord(entity, current) : `${entity.singular} ${id}`,
    because,
  }
}

/** In the order of their ids, so that two who change the same ones do not wait for each other. */
async function recordsOf(ctx: Context, entity: Entity, { which }: BulkRequest): Promise<string[]> {
  const tooMany = (): Problem => {
    const most = mostAtOnce.toLocaleString('en-IN')
    const words = entity.plural.toLowerCase()
    return invalid([
      {
        field: 'filters' in which ? 'query' : 'ids',
        message: `At most ${most} ${words} can be changed at once`,
      },
    ])
  }
  if ('filters' in which) {
    const matching = gate(ctx, 'read', entity.name).asked(which)
    const query = { ...matching, sort: { field: 'id', descending: false }, limit: mostAtOnce, total: false }
    const read = (row: object): StoredRecord => row as StoredRecord
    const { rows, next } = await findPage(ctx.store.read, ctx.store.dialect, entity, query, onlyIds, read)
    if (next !== null) throw tooMany()
    return rows.map((row) => String(row['id']))
  }
  if (which.length > mostAtOnce) throw tooMany()
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
    return (await updateWithin(ctx, tx, entity.name, request)).version
  }
  await removeWithin(ctx, tx, entity.name, id, version)
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
    const labels = listInWords(duplicated.map((name) => entity.fields[name]!.label))
    return `Another ${entity.singular.toLowerCase()} has the same ${labels}`
  }
  if (ctx.store.dialect.explain(error)?.kind === 'reference') return ctx.store.problemOf(error)!.message
  throw error
}

const counted = (entity: Entity, count: number): string =>
  `${count.toLocaleString('en-IN')} ${(count === 1 ? entity.singular : entity.plural).toLowerCase()}`

/** "City Code of 18 customers set to AHM" */
function titleOf(
  entity: Entity,
  { action, fields }: BulkRequest,
  count: number,
  after: StoredRecord | undefined,
  timeZone: string,
): string {
  if (action === 'delete') return `${counted(entity, count)} deleted`
  const labels = listInWords(fields.map((name) => entity.fields[name]!.label))
  const about = `${labels} of ${counted(entity, count)}`
  const [only] = fields
  const field = entity.fields[only!]!
  if (fields.length > 1 || field.sensitive) return `${about} changed`.slice(0, 200)
  const value = field.show(after?.[only!] ?? null, timeZone)
  return value === '' ? `${about} emptied` : `${about} set to ${value}`.slice(0, 200)
}

function nothingDone(entity: Entity, { action }: BulkRequest, report: BulkReport): Problem {
  const { left, leftCount, unchanged } = report
  const done = action === 'update' ? 'changed' : 'deleted'
  const reasons = [...new Set(left.map(({ because }) => because))]
  const all = counted(entity, leftCount + unchanged)
  const msg =
    leftCount + unchanged === 0
      ? `No ${entity.plural.toLowerCase()} match, so nothing was ${done}`
      : leftCount === 0
        ? `Nothing was changed: ${all} had that already`
        : leftCount === 1
          ? `${left[0]!.name} could not be ${done}: ${reasons[0]}`
          : `Nothing was ${done}. None of ${all} could be${reasons.length === 1 ? `: ${reasons[0]}` : ''}`
  return new Problem(422, { msg, extra: { ...report } })
}

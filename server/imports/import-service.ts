import type { ImportPage, ImportsQuery, UploadQuery } from '#domain/api/imports/imports.ts'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob, ImportReport } from '#domain/api/imports/import-values.ts'
import { conflict, forbidden, invalid, notFound, Problem } from '#domain/problem.ts'
import { idOfActor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { isId } from '../store/new-id.ts'
import {
  requestStop,
  changeJob,
  findJob,
  insertJob,
  listJobs,
  lockJob,
  removeJob,
  sameFileBefore,
  type Job,
  type ParsedSheet,
} from './import-store.ts'
import type { ImportWorker } from './import-worker.ts'
import { mayChangeRecords } from './loading/load-plan.ts'
import { receiveFile } from './reading/receive-file.ts'
import { isBusy, isLost, ReadingStopped, resolveLost, stopped, type Failure } from './recover.ts'
import { newJob } from './reading/read-into-rows.ts'
import { entitiesOf, rowsToLoad, sheetJobs } from './sheet-jobs.ts'
import { importableMasters } from '#domain/imports/importable.ts'
import { t } from '#domain/messages/t.ts'

/** Receives a file and waits up to the given time for it to be read; reading continues after that. */
export async function uploadFile(
  ctx: Context,
  worker: ImportWorker,
  { entity: chosen, name: given = '' }: UploadQuery,
  body: Readable | undefined,
  waitMilliseconds: number,
): Promise<ImportJob> {
  requireRight(ctx, 'create', 'importJob')
  // Until the file is read, an import whose masters are to be found has any that the account can import.
  const entity = chosen ?? importableMasters.find((each) => can(ctx.actor, 'import', each.name).allowed)?.name
  if (entity === undefined) throw forbidden(t('You cannot import any master'))
  requireRight(ctx, 'import', entity)
  const name = given.trim().slice(0, 200) || t('Pasted rows')
  const release = worker.admit(ctx)
  let path: string | undefined
  const cleanUp = async (): Promise<void> => {
    release()
    if (path !== undefined) await rm(path, { force: true })
  }
  const accept = async (): Promise<[Job, string]> => {
    const received = await receiveFile(ctx.config.dataDir, body)
    path = received.path
    const job = newJob(ctx, { entity, bySheet: chosen === undefined }, name, received)
    await ctx.store.transaction((tx) => insertJob(tx, job))
    return [job, path]
  }
  const [job, file] = await accept().catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })
  let isAwaited = true
  const reading = worker
    .read(ctx, job, file)
    .finally(cleanUp)
    .catch(async (error: unknown) => {
      await cleanUpFailedRead(ctx, job, error, isAwaited)
      throw error
    })
  reading.catch((error: unknown) => {
    if (!(error instanceof Problem)) ctx.log.error({ err: error }, 'a file could not be read')
  })
  const timer = new AbortController()
  const timedOut = sleep(waitMilliseconds, undefined, { signal: timer.signal, ref: false }).catch(
    () => undefined,
  )
  const done = await Promise.race([reading, timedOut]).finally(() => timer.abort())
  isAwaited = false
  // If reading fails right now, the job is gone and awaiting it throws the reason.
  const now = done ?? (await findJob(ctx.store.read, job.id)) ?? (await reading)
  return withProgress(worker, await toImportJob(ctx, now))
}

/** While the request waits it gets the error and the job is deleted; after that the job holds the failure. */
async function cleanUpFailedRead(ctx: Context, job: Job, error: unknown, isAwaited: boolean): Promise<void> {
  if (!isAwaited) {
    return resolveLost(ctx, job, { state: 'failed', failure: failureOf(error) })
  }
  await ctx.store.transaction((tx) => removeJob(tx, job.id))
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReadingStopped) return stopped()
  return { cause: error instanceof Problem ? error.message : t('Something went wrong on our side') }
}

/** Adds the progress or the queue position, as far as this process knows them. */
export function withProgress(worker: ImportWorker, job: ImportJob): ImportJob {
  if (!job.progress) return job
  return { ...job, progress: { ...job.progress, ...worker.progressOf(job.id) } }
}

export async function imports(ctx: Context, { entity, limit, after }: ImportsQuery): Promise<ImportPage> {
  requireRight(ctx, 'read', 'importJob')
  const found = await listJobs(ctx.store.read, {
    limit: limit + 1,
    ...(entity !== undefined && { entity }),
    ...(after !== undefined && { after }),
  })
  const page = found.slice(0, limit)
  const seen = page.filter((job) => mayImport(ctx, job) && mayRead(ctx, job))
  const items: ImportJob[] = []
  for (const job of seen) items.push(await toImportJob(ctx, job))
  return { items, next: found.length > limit ? page.at(-1)!.id : null }
}

/** Files of other accounts may contain values that are masked for this account. */
const mayRead = (ctx: Context, job: Job): boolean =>
  job.accountId === idOfActor(ctx.actor) ||
  entitiesOf(job).every((entity) => dynamicGate(ctx, 'import', entity).hidden.length === 0)

const mayImport = (ctx: Context, job: Job): boolean =>
  entitiesOf(job).every((entity) => can(ctx.actor, 'import', entity).allowed)

/** Matching rows by a masked field would reveal its values. */
export function refuseMaskedKey(ctx: Context, { entity, settings }: Pick<Job, 'entity' | 'settings'>): void {
  const { hidden } = dynamicGate(ctx, 'import', entity)
  const field = settings.mode === 'create' ? undefined : settings.key.find((name) => hidden.includes(name))
  if (field === undefined) return
  const { label } = entityNamed(entity).fields[field]!
  const message = t('{label} is masked for you: it cannot be used to match rows to records', {
    label: t(label),
  })
  throw invalid([{ field: 'settings.key', message }])
}

export async function jobFor(ctx: Context, id: string): Promise<Job> {
  requireRight(ctx, 'read', 'importJob')
  const job = isId(id) ? await findJob(ctx.store.read, id.toLowerCase()) : undefined
  if (!job) throw notFound(t('There is no import {id} here', { id }))
  for (const entity of entitiesOf(job)) requireRight(ctx, 'import', entity)
  if (!mayRead(ctx, job))
    throw forbidden(
      t(
        'This file may contain values that are masked for you: only the account that uploaded it can open it',
      ),
    )
  if (!isLost(ctx, job)) return job
  await resolveLost(ctx, job)
  return (await findJob(ctx.store.read, job.id))!
}

export const readImport = async (ctx: Context, id: string): Promise<ImportJob> =>
  toImportJob(ctx, await jobFor(ctx, id))

export async function removeImport(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'importJob')
  const job = await jobFor(ctx, id)
  await ctx.store.transaction(async (tx) => {
    const locked = await lockJob(tx, ctx.store.dialect, job.id)
    if (locked && isBusy(locked)) throw conflict(t('This import is still running: stop it first'))
    await removeJob(tx, job.id)
  })
}

export async function startImport(
  ctx: Context,
  worker: ImportWorker,
  id: string,
  isDryRun: boolean,
): Promise<ImportJob> {
  requireRight(ctx, 'update', 'importJob')
  const { id: jobId } = await jobFor(ctx, id)
  const job = await ctx.store.transaction(async (tx) => {
    const locked = await lockJob(tx, ctx.store.dialect, jobId)
    if (!locked) throw notFound(t('There is no import {id} here', { id }))
    refuseUnready(ctx, locked, isDryRun)
    const state = isDryRun ? 'rehearsing' : 'running'
    const change = { state, stateAt: ctx.now().toISOString(), done: 0, failure: null } as const
    await changeJob(tx, jobId, { ...change, report: locked.report, lastReport: locked.lastReport })
    return { ...locked, ...change }
  })
  worker.start(ctx, job, isDryRun)
  return withProgress(worker, await toImportJob(ctx, job))
}

function refuseUnready(ctx: Context, job: Job, isDryRun: boolean): void {
  const { settings, state, report } = job
  if (isBusy(job)) throw conflict(t('This import is already running'))
  if (state === 'done')
    throw conflict(t('This file is already imported. Undo that import first, or upload the file again'))
  refuseWithoutRows(ctx, job)
  const sheets = sheetJobs(job)
  if (sheets.length === 0)
    throw conflict(t('No sheet of the file is imported: choose the master of at least one'))
  for (const each of sheets) refuseUnreadySheet(ctx, each)
  if (!isDryRun && !settings.leaveWrong && state === 'rehearsed' && (report?.wrong ?? 0) > 0)
    throw conflict(
      t('{count, plural, =1 {One row is} other {# rows are}} wrong: fix them, or choose to leave them out', {
        count: report!.wrong,
      }),
    )
}

function refuseUnreadySheet(ctx: Context, job: Job): void {
  const { settings } = job
  const { mode } = settings
  refuseMaskedKey(ctx, job)
  if (mode !== 'update') requireRight(ctx, 'create', job.entity)
  if (mayChangeRecords(settings)) requireRight(ctx, 'update', job.entity)
  const { fields } = entityNamed(job.entity)
  if (settings.columns.every((name) => name === null))
    throw conflict(t('No column of the file is used: choose the field of at least one column'))
  const missing = mode === 'create' ? [] : settings.key.filter((name) => !settings.columns.includes(name))
  if (mode === 'update' && missing.length > 0)
    throw conflict(
      t('{labels} identifies the record to update, so a column must be matched to it', {
        labels: missing.map((name) => t(fields[name]!.label)).join(', '),
      }),
    )
}

/** The rows are missing when the file could not be read, or when they were deleted after some time. */
export function refuseWithoutRows(ctx: Context, job: Job): void {
  if (job.rowCount === 0) throw conflict(t('This file could not be read: upload it again'))
  if (rowsUntil(ctx, job) < ctx.now().toISOString())
    throw conflict(
      t('The rows of this file were removed {days} days after its last use: upload it again', {
        days: ctx.config.retention.importRows,
      }),
    )
}

const dayMs = 86_400_000

const rowsUntil = ({ config }: Context, { stateAt }: Pick<Job, 'stateAt'>): string =>
  new Date(Date.parse(stateAt) + config.retention.importRows * dayMs).toISOString()

/** Stops an import; what it imported so far is undone. */
export async function cancelImport(ctx: Context, worker: ImportWorker, id: string): Promise<ImportJob> {
  requireRight(ctx, 'update', 'importJob')
  const job = await jobFor(ctx, id)
  await ctx.store.transaction(async (tx) => {
    const locked = await lockJob(tx, ctx.store.dialect, job.id)
    if (!locked || !isBusy(locked)) throw conflict(t('This import is not running: there is nothing to stop'))
    await requestStop(tx, job.id)
  })
  worker.cancel(job.id)
  return toImportJob(ctx, await jobFor(ctx, id))
}

export async function toImportJob(ctx: Context, job: Job): Promise<ImportJob> {
  const { file, settings } = job
  const sheet = file.sheets[file.sheet]!
  const same = await sameFileBefore(ctx.store.read, job)
  const until = rowsUntil(ctx, job)
  const before = same && mayRead(ctx, same) ? same : undefined
  return {
    id: job.id,
    entity: job.entity,
    name: job.name,
    size: job.size,
    encoding: file.encoding,
    ...(file.separator !== undefined && { separator: file.separator }),
    ...(sheet.name !== null && { sheet: sheet.name, sheets: file.sheets.map(({ name }) => name!) }),
    state: job.state,
    version: job.version,
    rowCount: job.rowCount,
    header: sheet.columns.map(({ proposed, because, ...column }) => {
      const field = settings.columns[column.at] ?? null
      return { ...column, field, because: field === proposed ? because : null }
    }),
    settings,
    ...(file.bySheet && { masters: file.sheets.map(toMaster) }),
    remarks: sheet.remarks,
    sameFileBefore: before ? { id: before.id, at: before.at, by: before.by, state: before.state } : null,
    report: toShownReport(job.report),
    lastReport: toShownReport(job.lastReport),
    progress: isBusy(job) ? { done: Math.max(0, job.done), of: rowsToLoad(job) } : null,
    failure: job.failure,
    batchId: job.batchId,
    step: job.step,
    rowsUntil: until < ctx.now().toISOString() || job.rowCount === 0 ? null : until,
    by: job.by,
    at: job.at,
  }
}

const toMaster = ({ name, entity = null, rowCount, columns, settings, report = null }: ParsedSheet) => ({
  sheet: name ?? '',
  entity,
  rowCount,
  columns: columns.length,
  matched: (settings?.columns ?? []).filter((field) => field !== null).length,
  report: toShownReport(report),
})

/** `rehearsal` is the old name of `isDryRun`, sent for one release. */
const toShownReport = (report: ImportReport | null): ImportJob['report'] =>
  report && { ...report, rehearsal: report.isDryRun }

import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { rowsKeptDays, type ImportJob } from '#domain/imports/import-job.ts'
import { conflict, forbidden, invalid, notFound, Problem } from '#domain/problem.ts'
import { idOfActor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { readLimit, type QueryText } from '../resources/list-query.ts'
import { isId } from '../store/new-id.ts'
import {
  askToStop,
  changeJob,
  findJob,
  insertJob,
  listJobs,
  lockJob,
  removeJob,
  sameFileBefore,
  type Job,
} from './import-store.ts'
import type { ImportWorker } from './import-worker.ts'
import { mayChangeRecords } from './load-plan.ts'
import { receiveFile } from './receive-file.ts'
import { isBusy, isLost, settleLost, wasStopped } from './recover.ts'
import { newJob } from './take-in.ts'

/** Reads a file that is sent, as far as that is done within the given time; otherwise it goes on by itself. */
export async function uploadFile(
  ctx: Context,
  worker: ImportWorker,
  query: QueryText,
  body: Readable | undefined,
  waitMilliseconds: number,
): Promise<ImportJob> {
  demand(ctx, 'create', 'importJob')
  const entity = entityOf(query['entity'])
  demand(ctx, 'import', entity)
  const name = (typeof query['name'] === 'string' ? query['name'].trim().slice(0, 200) : '') || 'Pasted rows'
  const leave = worker.admit(ctx)
  let path: string | undefined
  const tidy = async (): Promise<void> => {
    leave()
    if (path !== undefined) await rm(path, { force: true })
  }
  const accept = async (): Promise<[Job, string]> => {
    const received = await receiveFile(ctx.config.dataDir, body)
    path = received.path
    const job = newJob(ctx, entity, name, received)
    await ctx.store.transaction((tx) => insertJob(tx, job))
    return [job, path]
  }
  const [job, file] = await accept().catch(async (error: unknown) => {
    await tidy()
    throw error
  })
  let isAwaited = true
  const reading = worker
    .read(ctx, job, file)
    .finally(tidy)
    .catch(async (error: unknown) => {
      await leaveNothingRead(ctx, job, error, isAwaited)
      throw error
    })
  reading.catch((error: unknown) => {
    if (!(error instanceof Problem)) ctx.log.error({ err: error }, 'a file could not be read')
  })
  const timer = new AbortController()
  const late = sleep(waitMilliseconds, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  const done = await Promise.race([reading, late]).finally(() => timer.abort())
  isAwaited = false
  // What failed at this very moment has left nothing, and says why.
  const now = done ?? (await findJob(ctx.store.read, job.id)) ?? (await reading)
  return withStanding(worker, await shown(ctx, now))
}

/** Whoever waits for the answer is told, and nothing is left; otherwise it is told where the import stands. */
async function leaveNothingRead(ctx: Context, job: Job, error: unknown, isAwaited: boolean): Promise<void> {
  if (!isAwaited) {
    const because = error instanceof Problem ? error.message : 'Something went wrong on our side'
    const failure = because.endsWith(wasStopped) ? because : `${because}. Nothing of the file was kept`
    return settleLost(ctx, job, { state: 'failed', failure })
  }
  await ctx.store.transaction((tx) => removeJob(tx, job.id))
}

/** How far it is, or how many go before it, as far as this process knows. */
export function withStanding(worker: ImportWorker, job: ImportJob): ImportJob {
  if (!job.progress) return job
  return { ...job, progress: { ...job.progress, ...worker.standing(job.id) } }
}

export function entityOf(given: unknown): string {
  const found = catalogue.find((each) => each.name === given || each.path === given)
  if (found) return found.name
  throw invalid([{ field: 'entity', message: 'entity should be the name of an entity, such as customer' }])
}

export async function imports(
  ctx: Context,
  query: QueryText,
): Promise<{ items: ImportJob[]; next: string | null }> {
  demand(ctx, 'read', 'importJob')
  const { entity, after } = query
  const problems: { field: string; message: string }[] = []
  const limit = readLimit(typeof query['limit'] === 'string' ? query['limit'] : undefined, problems)
  if (after !== undefined && !isId(String(after)))
    problems.push({ field: 'after', message: 'after should be what the last page gave as next' })
  if (problems.length > 0) throw invalid(problems)
  const found = await listJobs(ctx.store.read, {
    limit: limit + 1,
    ...(entity !== undefined && { entity: entityOf(entity) }),
    ...(after !== undefined && { after: String(after) }),
  })
  const page = found.slice(0, limit)
  const seen = page.filter((job) => can(ctx.actor, 'import', job.entity).allowed && mayRead(ctx, job))
  const items: ImportJob[] = []
  for (const job of seen) items.push(await shown(ctx, job))
  return { items, next: found.length > limit ? page.at(-1)!.id : null }
}

/** What is masked in records is not to be read in the files that others send. */
const mayRead = (ctx: Context, { entity, accountId }: Job): boolean =>
  gate(ctx, 'import', entity).hidden.length === 0 || accountId === idOfActor(ctx.actor)

/** Whether a row finds a record by what is masked would tell who has it. */
export function refuseMaskedKey(ctx: Context, { entity, settings }: Pick<Job, 'entity' | 'settings'>): void {
  const { hidden } = gate(ctx, 'import', entity)
  const field = settings.mode === 'create' ? undefined : settings.key.find((name) => hidden.includes(name))
  if (field === undefined) return
  const { label } = entityNamed(entity).fields[field]!
  const message = `${label} is masked for you: a row cannot find its record by it`
  throw invalid([{ field: 'settings.key', message }])
}

export async function jobFor(ctx: Context, id: string): Promise<Job> {
  demand(ctx, 'read', 'importJob')
  const job = isId(id) ? await findJob(ctx.store.read, id.toLowerCase()) : undefined
  if (!job) throw notFound(`There is no import ${id} here`)
  demand(ctx, 'import', job.entity)
  if (!mayRead(ctx, job))
    throw forbidden('This file may hold what is masked for you: it is for whoever sent it')
  if (!isLost(ctx, job)) return job
  await settleLost(ctx, job)
  return (await findJob(ctx.store.read, job.id))!
}

export const readImport = async (ctx: Context, id: string): Promise<ImportJob> =>
  shown(ctx, await jobFor(ctx, id))

export async function removeImport(ctx: Context, id: string): Promise<void> {
  demand(ctx, 'delete', 'importJob')
  const job = await jobFor(ctx, id)
  await ctx.store.transaction(async (tx) => {
    const held = await lockJob(tx, ctx.store.dialect, job.id)
    if (held && isBusy(held)) throw conflict('This import is still going on: stop it first')
    await removeJob(tx, job.id)
  })
}

export async function startImport(
  ctx: Context,
  worker: ImportWorker,
  id: string,
  rehearsal: boolean,
): Promise<ImportJob> {
  demand(ctx, 'update', 'importJob')
  const { id: jobId } = await jobFor(ctx, id)
  const job = await ctx.store.transaction(async (tx) => {
    const held = await lockJob(tx, ctx.store.dialect, jobId)
    if (!held) throw notFound(`There is no import ${id} here`)
    refuseUnready(ctx, held, rehearsal)
    const state = rehearsal ? 'rehearsing' : 'running'
    const change = { state, stateAt: ctx.now().toISOString(), done: 0, failure: null } as const
    await changeJob(tx, jobId, { ...change, report: held.report, lastReport: held.lastReport })
    return { ...held, ...change }
  })
  worker.start(ctx, job, rehearsal)
  return withStanding(worker, await shown(ctx, job))
}

function refuseUnready(ctx: Context, job: Job, rehearsal: boolean): void {
  const { settings, state, report } = job
  const { mode } = settings
  refuseMaskedKey(ctx, job)
  if (mode !== 'update') demand(ctx, 'create', job.entity)
  if (mayChangeRecords(settings)) demand(ctx, 'update', job.entity)
  if (isBusy(job)) throw conflict('This import is going on already')
  if (state === 'done')
    throw conflict('This file was loaded already. Take that back first, or send the file again')
  refuseWithoutRows(ctx, job)
  const { fields } = entityNamed(job.entity)
  if (settings.columns.every((name) => name === null))
    throw conflict('No column of the file is used: say which field each column goes into')
  const missing = mode === 'create' ? [] : settings.key.filter((name) => !settings.columns.includes(name))
  if (mode === 'update' && missing.length > 0)
    throw conflict(
      `${missing.map((name) => fields[name]!.label).join(', ')} finds the record to update, so a column should go into it`,
    )
  if (!rehearsal && !settings.leaveWrong && state === 'rehearsed' && (report?.wrong ?? 0) > 0)
    throw conflict(
      `${report!.wrong === 1 ? 'One row is' : `${report!.wrong} rows are`} wrong: mend them, or choose to leave them out`,
    )
}

/** What is done with rows needs them: there are none of a file that could not be read, and of old ones they were removed. */
export function refuseWithoutRows(ctx: Context, job: Job): void {
  if (job.rowCount === 0) throw conflict('Nothing of this file was read: send it again')
  if (rowsUntil(job) < ctx.now().toISOString())
    throw conflict(
      `The rows of this file were removed, ${rowsKeptDays} days after it was last worked on: send it again`,
    )
}

const aDay = 86_400_000

export const rowsUntil = ({ stateAt }: Pick<Job, 'stateAt'>): string =>
  new Date(Date.parse(stateAt) + rowsKeptDays * aDay).toISOString()

/** What it had done by then is taken back. */
export async function cancelImport(ctx: Context, worker: ImportWorker, id: string): Promise<ImportJob> {
  demand(ctx, 'update', 'importJob')
  const job = await jobFor(ctx, id)
  await ctx.store.transaction(async (tx) => {
    const held = await lockJob(tx, ctx.store.dialect, job.id)
    if (!held || !isBusy(held)) throw conflict('This import is not going on: there is nothing to stop')
    await askToStop(tx, job.id)
  })
  worker.cancel(job.id)
  return shown(ctx, await jobFor(ctx, id))
}

export async function shown(ctx: Context, job: Job): Promise<ImportJob> {
  const { file, settings } = job
  const sheet = file.sheets[file.sheet]!
  const same = await sameFileBefore(ctx.store.read, job)
  const until = rowsUntil(job)
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
    remarks: sheet.remarks,
    sameFileBefore: before ? { id: before.id, at: before.at, by: before.by, state: before.state } : null,
    report: job.report,
    lastReport: job.lastReport,
    progress: isBusy(job) ? { done: Math.max(0, job.done), of: job.rowCount } : null,
    failure: job.failure,
    batchId: job.batchId,
    step: job.step,
    rowsUntil: until < ctx.now().toISOString() || job.rowCount === 0 ? null : until,
    by: job.by,
    at: job.at,
  }
}

import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import {
  duplicateChoices,
  importModes,
  importSteps,
  type CellFix,
  type ImportChange,
  type ImportJob,
  type ImportSettings,
  type ImportStep,
} from '#domain/imports/import-job.ts'
import { matchColumns, plainHeading } from '#domain/imports/match-columns.ts'
import { conflict, invalid, notFound, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import { jobFor, refuseMaskedKey, refuseWithoutRows, shown } from './import-service.ts'
import { changeJob, lockJob, type Job } from './import-store.ts'
import { forgetMemory, readMemory, remember } from './memory-store.ts'
import { forgetResults, keepCells, keepResults, readPart, rowsInPart } from './part-store.ts'
import { isBusy } from './recover.ts'
import { firstSettings } from './take-in.ts'

const mostFixes = 5000
const mostInCell = 10_000

/** Says what the columns mean and how rows are matched, and mends cells in place. */
export async function changeImport(ctx: Context, id: string, body: unknown): Promise<ImportJob> {
  demand(ctx, 'update', 'importJob')
  const { id: jobId } = await jobFor(ctx, id)
  const change = readChange(body)
  if (isOfStepOnly(change)) return changeStep(ctx, jobId, change.step!)
  const changed = await ctx.store.transaction(async (tx) => {
    const job = await lockJob(tx, ctx.store.dialect, jobId)
    if (!job) throw notFound(`There is no import ${id} here`)
    if (isBusy(job)) throw conflict('This import is going on: wait for its end, or stop it')
    if (job.state === 'done') throw conflict('This file was loaded already. Take that back first')
    refuseWithoutRows(ctx, job)
    if (job.version !== change.version)
      throw conflict('This import was changed by someone else meanwhile. Nothing was overwritten', [], {
        current: await shown(ctx, job),
      })
    const next = await settingsAfter(tx, job, change)
    refuseMaskedKey(ctx, next)
    if (change.cells) await fixCells(tx, next, change.cells)
    if (change.sheet !== undefined || !leavesFindings(change.settings)) await forgetResults(tx, jobId)
    if (change.settings) await rememberChoices(ctx, tx, job, next)
    const written: Partial<Job> = {
      ...(change.step && { step: change.step }),
      state: 'read',
      stateAt: ctx.now().toISOString(),
      version: job.version + 1,
      rowCount: next.rowCount,
      file: next.file,
      settings: next.settings,
      report: null,
      lastReport: change.sheet === undefined ? (job.report ?? job.lastReport) : null,
      failure: null,
      batchId: null,
    }
    await changeJob(tx, jobId, written)
    return { ...next, ...written }
  })
  return shown(ctx, changed)
}

/** After these, which rows were wrong or look like a record that exists is still worth knowing. */
const lesser: readonly string[] = ['references', 'duplicates', 'duplicateRows', 'leaveWrong']
const leavesFindings = (settings: ImportChange['settings'] = {}): boolean =>
  Object.keys(settings).every((name) => lesser.includes(name))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfStepOnly = ({ step, settings, sheet, cells }: ImportChange): boolean =>
  step !== undefined && settings === undefined && sheet === undefined && cells === undefined

/** Where somebody is says nothing of the rows: the import stays as it is, and so does its version. */
async function changeStep(ctx: Context, jobId: string, step: ImportStep): Promise<ImportJob> {
  await ctx.store.transaction((tx) => changeJob(tx, jobId, { step }))
  return shown(ctx, await jobFor(ctx, jobId))
}

function readChange(body: unknown): ImportChange {
  if (!isObject(body)) throw invalid([problemOfShape('A change')])
  const problems: FieldProblem[] = []
  const wrong = (field: string, message: string): void => void problems.push({ field, message })
  for (const name of Object.keys(body))
    if (!['version', 'settings', 'sheet', 'cells', 'step'].includes(name))
      wrong(name, `${name} is not a part of an import`)
  if (body['step'] !== undefined && !importSteps.some((step) => step === body['step']))
    wrong('step', `step should be ${importSteps.join(', ')}`)
  if (typeof body['version'] !== 'number' && !isOfStepOnly(body as Partial<ImportChange> as ImportChange))
    wrong('version', 'version is required: send the version that was changed')
  if (body['settings'] !== undefined && !isObject(body['settings']))
    wrong('settings', 'settings should be an object')
  if (body['sheet'] !== undefined && typeof body['sheet'] !== 'string')
    wrong('sheet', 'sheet should be the name of a sheet')
  const { cells } = body
  const isFix = (fix: unknown): boolean =>
    isObject(fix) &&
    Number.isSafeInteger(fix['row']) &&
    Number.isSafeInteger(fix['column']) &&
    typeof fix['value'] === 'string' &&
    fix['value'].length <= mostInCell
  if (cells !== undefined && !(Array.isArray(cells) && cells.length <= mostFixes && cells.every(isFix)))
    wrong('cells', `cells should be a list of at most ${mostFixes} {row, column, value}`)
  if (problems.length > 0) throw invalid(problems)
  return body as unknown as ImportChange
}

async function settingsAfter(tx: Tx, job: Job, change: ImportChange): Promise<Job> {
  let next = job
  if (change.sheet !== undefined) {
    const sheet = job.file.sheets.findIndex(({ name }) => name === change.sheet)
    const chosen = job.file.sheets[sheet]
    if (!chosen) throw invalid([{ field: 'sheet', message: `The file has no sheet ${change.sheet}` }])
    if (chosen.rowCount === 0)
      throw invalid([{ field: 'sheet', message: `The sheet ${change.sheet} has no rows below its headings` }])
    const headings = chosen.columns.map(({ heading }) => heading)
    const memory = await readMemory(tx, job.entity)
    const matches = matchColumns(entityNamed(job.entity), headings, memory)
    const { mode, key, references, leaveWrong, leaveEmpty, duplicates } = job.settings
    const kept = { mode, key, references, leaveWrong, leaveEmpty, duplicates }
    const settings = { ...firstSettings(job.entity, matches), ...kept }
    next = { ...job, file: { ...job.file, sheet }, rowCount: chosen.rowCount, settings }
  }
  if (!change.settings) return next
  return { ...next, settings: readSettings(next, change.settings) }
}

function readSettings(job: Job, given: Partial<Record<keyof ImportSettings, unknown>>): ImportSettings {
  const entity = entityNamed(job.entity)
  const width = job.file.sheets[job.file.sheet]!.columns.length
  const settings = { ...job.settings, ...given } as ImportSettings
  const problems: FieldProblem[] = []
  const wrong = (field: string, message: string): void =>
    void problems.push({ field: `settings.${field}`, message })
  for (const name of Object.keys(given))
    if (!Object.hasOwn(job.settings, name)) wrong(name, `${name} is no setting of an import`)
  const { columns, mode, key, references } = settings
  const isField = (name: unknown): name is string => typeof name === 'string' && name in entity.fields
  if (
    !Array.isArray(columns) ||
    columns.length !== width ||
    !columns.every((name) => name === null || isField(name))
  )
    wrong('columns', `columns should be a list of ${width} names of fields, or null`)
  else {
    const twice = columns.find((name, at) => name !== null && columns.indexOf(name) !== at)
    if (twice) wrong('columns', `${entity.fields[twice]!.label} is chosen for more than one column`)
  }
  if (!importModes.includes(mode)) wrong('mode', `mode should be ${importModes.join(', ')}`)
  if (!isKey(entity, key)) wrong('key', 'key should be the fields by which a record can be told from others')
  else if (mode !== 'create' && key.length === 0)
    wrong('mode', `${entity.plural} have nothing to be told apart by, so they can only be created`)
  for (const name of ['leaveWrong', 'leaveEmpty'] as const)
    if (typeof settings[name] !== 'boolean') wrong(name, `${name} should be true or false`)
  const isChoice = (choice: unknown): boolean => duplicateChoices.some((each) => each === choice)
  const { duplicateRows } = settings
  if (!isChoice(settings.duplicates))
    wrong('duplicates', `duplicates should be ${duplicateChoices.join(', ')}`)
  if (!isObject(duplicateRows) || Object.keys(duplicateRows).length > mostFixes)
    wrong('duplicateRows', `duplicateRows should be an object with at most ${mostFixes} rows`)
  else if (!Object.entries(duplicateRows).every(([row, choice]) => isRowNumber(row) && isChoice(choice)))
    wrong('duplicateRows', `duplicateRows should say ${duplicateChoices.join(', ')} of numbers of rows`)
  const isMeaning = (meanings: unknown): boolean =>
    isObject(meanings) && Object.values(meanings).every((code) => code === null || typeof code === 'string')
  if (!isObject(references)) wrong('references', 'references should be an object')
  else
    for (const [name, meanings] of Object.entries(references))
      if (!entity.fields[name]?.reference || !isMeaning(meanings))
        wrong('references', `${name} should be a field that refers to something, with what each value means`)
  if (problems.length > 0) throw invalid(problems)
  return settings
}

const isRowNumber = (text: string): boolean => /^[1-9]\d{0,6}$/.test(text)

/** The natural key, another declared one, or one field that people tell records apart by, such as the code of another system. */
function isKey(entity: Entity, key: unknown): key is string[] {
  if (!Array.isArray(key)) return false
  const declared = [entity.key, ...entity.unique].some((names) => names.join() === key.join())
  if (declared) return true
  const field = key.length === 1 ? entity.fields[String(key[0])] : undefined
  return field !== undefined && !field.reference?.many && field.column.type === 'text' && !field.series
}

async function fixCells(tx: Tx, job: Job, fixes: readonly CellFix[]): Promise<void> {
  const { sheet } = job.file
  const width = job.file.sheets[sheet]!.columns.length
  const outside = fixes.find(
    ({ row, column }) => row < 2 || row > job.rowCount + 1 || column < 0 || column >= width,
  )
  if (outside)
    throw invalid([
      { field: 'cells', message: `There is no cell in row ${outside.row}, column ${outside.column}` },
    ])
  const byPart = Map.groupBy(fixes, ({ row }) => Math.floor((row - 2) / rowsInPart))
  for (const [number, own] of byPart) {
    const part = await readPart(tx, job.id, sheet, number)
    if (!part) continue
    for (const { row, column, value } of own) {
      const at = (row - 2) % rowsInPart
      part.rows[at]![column] = value
      if (part.results?.[at]) part.results[at] = null
    }
    await keepCells(tx, job.id, sheet, number, part.rows)
    if (part.results) await keepResults(tx, job.id, sheet, number, part.results)
  }
}

/**
 * What a heading or a misspelt value means is known the next time; what is no longer said of it, neither. Only what differs
 * from before is written: the rest was remembered from another file, and may have been changed or forgotten since.
 */
async function rememberChoices(ctx: Context, tx: Tx, before: Job, job: Job): Promise<void> {
  const at = ctx.now().toISOString()
  const { entity, settings } = job
  const headings = job.file.sheets[job.file.sheet]!.columns
  const proposed = matchColumns(
    entityNamed(entity),
    headings.map(({ heading }) => heading),
    new Map(),
  )
  // What would be proposed anyway need not be remembered, unless something else was before.
  const known = await readMemory(tx, entity)
  for (const [index, { heading, at: column }] of headings.entries()) {
    const typed = plainHeading(heading)
    const meaning = settings.columns[column] ?? null
    const isSaid = known.has(typed) || (proposed[index]!.field ?? null) !== meaning
    if (typed !== '' && isSaid && known.get(typed) !== (meaning ?? ''))
      await remember(tx, { entity, field: null, typed, meaning, at })
  }
  for (const field of new Set([before, job].flatMap((each) => Object.keys(each.settings.references)))) {
    const [old, now] = [before.settings.references[field] ?? {}, settings.references[field] ?? {}]
    for (const [typed, meaning] of Object.entries(now))
      if (!Object.hasOwn(old, typed) || old[typed] !== meaning)
        await remember(tx, { entity, field, typed, meaning, at })
    for (const typed of Object.keys(old))
      if (!Object.hasOwn(now, typed)) await forgetMemory(tx, { entity, field, typed })
  }
}

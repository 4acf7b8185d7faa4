import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { givenCodeFieldOf } from '#domain/catalogue/reading/given-codes.ts'
import { noReference, type ImportJob, type ImportSettings } from '#domain/api/imports/import-values.ts'
import { changesOnlyStep, type CellFix, type ImportChange } from '#domain/api/imports/imports.ts'
import type { ImportStep } from '#domain/imports/import-job.ts'
import { plainHeading } from '#domain/imports/heading-names.ts'
import { rematch } from '#domain/imports/match-columns.ts'
import { conflict, invalid, notFound, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Tx } from '../store/dialect.ts'
import { jobFor, refuseMaskedKey, refuseWithoutRows, toImportJob } from './import-service.ts'
import { changeJob, lockJob, type Job, type ParsedSheet } from './import-store.ts'
import { deleteEntry, readRememberedColumns, saveRemembered } from './remembered-value-store.ts'
import { deleteResults, storeCells, saveResults, readPart, rowsInPart } from './reading/part-store.ts'
import { isBusy } from './recover.ts'
import { firstSettings, matchAgain, withoutMaster } from './reading/match-sheets.ts'
import { showSheet, withSettings } from './sheet-jobs.ts'
import { nameIndex } from './loading/name-index.ts'
import { linksOf } from '../store/records/reference-plan.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'
import { t } from '#domain/messages/t.ts'

/** Changes the column mapping, the settings or single cells of an import that is not running. */
export async function changeImport(ctx: Context, id: string, change: ImportChange): Promise<ImportJob> {
  requireRight(ctx, 'update', 'importJob')
  const { id: jobId } = await jobFor(ctx, id)
  if (change.step && changesOnlyStep(change)) return changeStep(ctx, jobId, change.step)
  const changed = await ctx.store.transaction(async (tx) => {
    const job = await lockJob(tx, ctx.store.dialect, jobId)
    if (!job) throw notFound(t('There is no import {id} here', { id }))
    if (isBusy(job)) throw conflict(t('This import is running: wait until it ends, or stop it'))
    const isShown = isOnlyShown(job, change)
    if (job.state === 'done' && !isShown)
      throw conflict(t('This file is already imported. Undo that import first'))
    if (!isShown) refuseWithoutRows(ctx, job)
    if (job.version !== change.version)
      throw conflict(t('This import was changed by someone else meanwhile. Nothing was overwritten'), [], {
        current: await toImportJob(ctx, job),
      })
    const next = await applyChange(ctx, tx, job, change)
    refuseMaskedKey(ctx, next)
    if (change.cells) await fixCells(tx, next, change.cells)
    const shown = {
      ...(change.step && { step: change.step }),
      version: job.version + 1,
      entity: next.entity,
      rowCount: next.rowCount,
      file: next.file,
      settings: next.settings,
    }
    if (isShown) {
      await changeJob(tx, jobId, shown)
      return { ...next, ...shown }
    }
    const isOtherSheet = change.sheet !== undefined && !job.file.bySheet
    if (isOtherSheet || change.entity !== undefined || !keepsResults(change.settings))
      await deleteResults(tx, jobId)
    if (change.settings) await rememberChoices(ctx, tx, showSheet(job, next.file.sheet), next)
    const written: Partial<Job> = {
      ...shown,
      state: 'read',
      stateAt: ctx.now().toISOString(),
      report: null,
      lastReport: isOtherSheet ? null : (job.report ?? job.lastReport),
      failure: null,
      batchId: null,
    }
    await changeJob(tx, jobId, written)
    return { ...next, ...written }
  })
  return toImportJob(ctx, changed)
}

/** Whether a change only shows another of several sheets, which all are imported. */
const isOnlyShown = ({ file }: Job, { sheet, entity, settings, cells }: ImportChange): boolean =>
  file.bySheet === true && sheet !== undefined && entity === undefined && !settings && !cells

/** Changing only these settings keeps the row results of the last check. */
const settingsKeepingResults: readonly string[] = ['references', 'duplicates', 'duplicateRows', 'leaveWrong']
const keepsResults = (settings: ImportChange['settings'] = {}): boolean =>
  Object.keys(settings).every((name) => settingsKeepingResults.includes(name))

/** The wizard step does not affect the rows, so the version stays the same. */
async function changeStep(ctx: Context, jobId: string, step: ImportStep): Promise<ImportJob> {
  await ctx.store.transaction((tx) => changeJob(tx, jobId, { step }))
  return toImportJob(ctx, await jobFor(ctx, jobId))
}

async function applyChange(ctx: Context, tx: Tx, job: Job, change: ImportChange): Promise<Job> {
  let next = change.sheet === undefined ? job : await chooseSheet(tx, job, change.sheet)
  if (change.entity !== undefined) next = await chooseMaster(ctx, next, change.entity)
  if (!change.settings) return next
  if (next.file.bySheet && next.file.sheets[next.file.sheet]!.entity === null)
    throw invalid([{ field: 'entity', message: t('Choose the master of this sheet first') }])
  const settings = applySettings(next, change.settings)
  if (change.settings.fixed) await refuseUnknownFixed(ctx, next.entity, settings.fixed)
  return withSettings(next, settings)
}

async function chooseSheet(tx: Tx, job: Job, name: string): Promise<Job> {
  const refuse = (message: string): Error => invalid([{ field: 'sheet', message }])
  const sheet = job.file.sheets.findIndex((each) => each.name === name)
  const chosen = job.file.sheets[sheet]
  if (!chosen) throw refuse(t('The file has no sheet {sheet}', { sheet: name }))
  if (chosen.rowCount === 0)
    throw refuse(t('The sheet {sheet} has no rows below its headings', { sheet: name }))
  if (job.file.bySheet) return showSheet(job, sheet)
  const memory = await readRememberedColumns(tx, job.entity)
  const proposed = chosen.columns.map((column) => ({ ...column, field: column.proposed }))
  const matches = rematch(entityNamed(job.entity), proposed, memory)
  const { mode, key, references, leaveWrong, leaveEmpty, keepCodes, duplicates } = job.settings
  const keptSettings = { mode, key, references, leaveWrong, leaveEmpty, keepCodes, duplicates }
  const settings = { ...firstSettings(job.entity, matches), ...keptSettings }
  return { ...job, file: { ...job.file, sheet }, rowCount: chosen.rowCount, settings }
}

/** Imports the sheet that is shown into another master, or not at all. */
async function chooseMaster(ctx: Context, job: Job, entity: string | null): Promise<Job> {
  const { file } = job
  const at = file.sheet
  if (!file.bySheet)
    throw invalid([
      { field: 'entity', message: t('This import has one master: upload the file again for another one') },
    ])
  if (entity !== null) requireRight(ctx, 'import', entity)
  const put = (sheet: ParsedSheet): Job => ({
    ...job,
    file: { ...file, sheets: file.sheets.map((each, index) => (index === at ? sheet : each)) },
  })
  const before = file.sheets[at]!
  const sheet = { ...before, entity, report: null }
  if (entity === null) return showSheet(put(withoutMaster(sheet)), at)
  return entity === before.entity ? job : showSheet(put(await matchAgain(ctx, entity, sheet)), at)
}

/** What the schema of the request cannot know: the columns of the file, and the fields of its entity. */
function applySettings(job: Job, input: Partial<ImportSettings>): ImportSettings {
  const entity = entityNamed(job.entity)
  const width = job.file.sheets[job.file.sheet]!.columns.length
  const settings = { ...job.settings, ...input }
  const problems: FieldProblem[] = []
  const addProblem = (field: string, message: string): void =>
    void problems.push({ field: `settings.${field}`, message })
  const { columns, mode, key, references, fixed, keepCodes } = settings
  if (columns.length !== width || !columns.every((name) => name === null || name in entity.fields))
    addProblem('columns', t('columns should be a list of {count} names of fields, or null', { count: width }))
  else {
    const repeated = columns.find((name, at) => name !== null && columns.indexOf(name) !== at)
    if (repeated)
      addProblem(
        'columns',
        t('{label} is chosen for more than one column', { label: t(entity.fields[repeated]!.label) }),
      )
  }
  if (!isKey(entity, key)) addProblem('key', t('key should be the fields that identify a record'))
  else if (mode !== 'create' && key.length === 0)
    addProblem('mode', t('{records} have no key, so they can only be created', { records: t(entity.plural) }))
  if (keepCodes && !givenCodeFieldOf(entity))
    addProblem('keepCodes', t('{records} have no codes that can be kept', { records: t(entity.plural) }))
  for (const name of Object.keys(references))
    if (!entity.fields[name]?.reference) addProblem('references', noReference(name))
  for (const name of Object.keys(fixed)) {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    const label = field ? t(field.label) : name
    if (!field || field.presence === 'generated')
      addProblem('fixed', t('{field} is not a field that can be filled', { field: label }))
    else if (columns.includes(name))
      addProblem('fixed', t('{label} is already filled from a column', { label }))
    else {
      const value = readCell(field, fixed[name]!, 'UTC')
      const reading = value === null || field.reference ? undefined : readField(field, value)
      if (value === null) addProblem('fixed', t('{label} needs a value', { label }))
      else if (reading && 'problem' in reading) addProblem('fixed', reading.problem)
    }
  }
  if (problems.length > 0) throw invalid(problems)
  return settings
}

/** A fixed value of a reference must exist, by its code or its name. */
async function refuseUnknownFixed(
  ctx: Context,
  name: string,
  fixed: Readonly<Record<string, string>>,
): Promise<void> {
  const names = nameIndex()
  const problems: FieldProblem[] = []
  for (const link of linksOf(entityNamed(name))) {
    const value = Object.hasOwn(fixed, link.main.name) ? fixed[link.main.name] : undefined
    // The names of a large master are not indexed; the check of the rows finds a wrong one.
    if (value === undefined || link.target.large) continue
    const isKnown = await names.recogniser(ctx.store.read, link)
    if (isKnown(value)) continue
    const message = t('There is no {entity} {value}', {
      entity: t(link.target.singular).toLowerCase(),
      value,
    })
    problems.push({ field: 'settings.fixed', message })
  }
  if (problems.length > 0) throw invalid(problems)
}

/** The natural key, another declared key, or one text field that identifies records, such as the code of another system. */
function isKey(entity: Entity, key: readonly string[]): boolean {
  const declared = [entity.key, ...entity.unique].some((names) => names.join() === key.join())
  if (declared) return true
  const field = key.length === 1 ? entity.fields[key[0]!] : undefined
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
      {
        field: 'cells',
        message: t('There is no cell in row {row}, column {column}', {
          row: outside.row,
          column: outside.column,
        }),
      },
    ])
  const byPart = Map.groupBy(fixes, ({ row }) => Math.floor((row - 2) / rowsInPart))
  for (const [number, partFixes] of byPart) {
    const part = await readPart(tx, job.id, sheet, number)
    if (!part) continue
    for (const { row, column, value } of partFixes) {
      const at = (row - 2) % rowsInPart
      part.rows[at]![column] = value
      if (part.results?.[at]) part.results[at] = null
    }
    await storeCells(tx, job.id, sheet, number, part.rows)
    if (part.results) await saveResults(tx, job.id, sheet, number, part.results)
  }
}

/**
 * Remembers the meaning of headings and misspelt values for the next file, and deletes meanings that were removed.
 * Writes only what differs from before: the rest was remembered from another file, and may have been changed or deleted
 * since.
 */
async function rememberChoices(ctx: Context, tx: Tx, before: Job, job: Job): Promise<void> {
  const at = ctx.now().toISOString()
  const { entity, settings } = job
  const headings = job.file.sheets[job.file.sheet]!.columns
  // A heading that is matched without help needs no entry, unless one exists already.
  const known = await readRememberedColumns(tx, entity)
  for (const { heading, at: column, proposed } of headings) {
    const typed = plainHeading(heading)
    const meaning = settings.columns[column] ?? null
    if (typed === '' || meaning === (before.settings.columns[column] ?? null)) continue
    const isChosen = known.has(typed) || proposed !== meaning
    if (isChosen && known.get(typed) !== (meaning ?? ''))
      await saveRemembered(tx, { entity, field: null, typed, meaning, at })
  }
  for (const field of new Set([before, job].flatMap((each) => Object.keys(each.settings.references)))) {
    const [old, now] = [before.settings.references[field] ?? {}, settings.references[field] ?? {}]
    for (const [typed, meaning] of Object.entries(now))
      if (!Object.hasOwn(old, typed) || old[typed] !== meaning)
        await saveRemembered(tx, { entity, field, typed, meaning, at })
    for (const typed of Object.keys(old))
      if (!Object.hasOwn(now, typed)) await deleteEntry(tx, { entity, field, typed })
  }
}

import { can } from '#domain/access/policy.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportSettings } from '#domain/api/imports/import-values.ts'
import { detectMaster } from '#domain/imports/detect-master.ts'
import { importableMasters } from '#domain/imports/importable.ts'
import { matchColumns, type Match } from '#domain/imports/match-columns.ts'
import type { Context } from '../../core/context.ts'
import { linksOf } from '../../store/records/reference-plan.ts'
import type { Job, ParsedFile, ParsedSheet } from '../import-store.ts'
import { nameIndex, type NameIndex } from '../loading/name-index.ts'
import { readRememberedColumns, readRememberedValues } from '../remembered-value-store.ts'
import type { ColumnSamples } from './column-samples.ts'
import { fileProblem } from './file-problem.ts'
import { t } from '#domain/messages/t.ts'

/** A sheet whose rows are stored, before its columns are matched. */
export interface ReadSheet {
  name: string | null
  rowCount: number
  headings: string[]
  /** The column that is not imported; -1 without one. */
  ignored: number
  samples: ColumnSamples
  remarks: string[]
}

type FileFacts = Pick<ParsedFile, 'encoding' | 'separator'>
type Matched = Pick<Job, 'entity' | 'file' | 'settings'>

/** Matches every sheet to the same master; one of them is imported. */
export async function matchSheets(
  ctx: Context,
  entity: string,
  facts: FileFacts,
  read: readonly ReadSheet[],
  sheet: number,
): Promise<Matched> {
  const names = nameIndex()
  const sheets: ParsedSheet[] = []
  for (const each of read) sheets.push(await matchSheet(ctx, names, entity, each))
  return {
    entity,
    file: { ...facts, sheets, sheet },
    settings: await settingsFor(ctx, entity, sheets[sheet]!),
  }
}

/** Finds the master of each sheet; those without one are not imported until a master is chosen. */
export async function matchEachSheet(
  ctx: Context,
  facts: FileFacts,
  read: readonly ReadSheet[],
): Promise<Matched> {
  const masters = importableMasters
    .filter(({ name }) => can(ctx.actor, 'import', name).allowed)
    .map(({ name }) => entityNamed(name))
  const found = read.map(({ name, headings, samples, rowCount }) =>
    rowCount === 0 ? undefined : detectMaster({ name, headings, columns: samples.evidence() }, masters),
  )
  const first = found.findIndex((each) => each !== undefined)
  const entity = found[first]?.name
  if (entity === undefined)
    throw fileProblem(
      t(
        'It could not be recognised what the rows are: choose what to import into, and upload the file again',
      ),
    )
  if (read.filter(({ rowCount }) => rowCount > 0).length === 1)
    return matchSheets(ctx, entity, facts, read, first)
  const names = nameIndex()
  const sheets: ParsedSheet[] = []
  for (const [at, each] of read.entries()) {
    const master = found[at]?.name
    const sheet = await matchSheet(ctx, names, master ?? entity, each)
    if (master === undefined) sheets.push(withoutMaster(sheet))
    else
      sheets.push({
        ...sheet,
        entity: master,
        settings: await settingsFor(ctx, master, sheet),
        report: null,
      })
  }
  return {
    entity,
    file: { ...facts, sheets, sheet: first, bySheet: true },
    settings: sheets[first]!.settings!,
  }
}

/** Matches a sheet that is stored already to another master, by its headings and the few values kept of it. */
export async function matchAgain(ctx: Context, entity: string, sheet: ParsedSheet): Promise<ParsedSheet> {
  const memory = await readRememberedColumns(ctx.store.read, entity)
  const known = await recognisersOf(ctx, nameIndex(), entity)
  const matches = matchColumns(
    entityNamed(entity),
    sheet.columns.map(({ heading }) => heading),
    memory,
    {
      columns: sheet.columns.map(({ samples }) => ({ values: samples, filled: 1 })),
      isKnown: (field) => known.get(field),
    },
  )
  const columns = sheet.columns.map((column, at) => ({
    ...column,
    because: matches[at]!.because,
    proposed: matches[at]!.field,
  }))
  const matched = { ...sheet, entity, columns }
  return { ...matched, settings: await settingsFor(ctx, entity, matched) }
}

/** A sheet that is not imported: no column has a field. */
export function withoutMaster({ settings, ...sheet }: ParsedSheet): ParsedSheet {
  const columns = sheet.columns.map((column) => ({ ...column, proposed: null, because: null }))
  const none = columns.map(() => null)
  return {
    ...sheet,
    entity: null,
    columns,
    report: null,
    ...(settings && { settings: { ...settings, columns: none } }),
  }
}

async function matchSheet(
  ctx: Context,
  names: NameIndex,
  entity: string,
  { headings, ignored, samples, name, rowCount, remarks }: ReadSheet,
): Promise<ParsedSheet> {
  const memory = await readRememberedColumns(ctx.store.read, entity)
  const known = await recognisersOf(ctx, names, entity)
  const evidence = { columns: samples.evidence(), isKnown: (field: string) => known.get(field) }
  const matches = matchColumns(entityNamed(entity), headings, memory, evidence)
  if (ignored >= 0) matches[ignored] = { field: null, because: null }
  const columns = headings.map((heading, at) => ({
    at,
    heading,
    samples: samples.first(at),
    because: matches[at]!.because,
    proposed: matches[at]!.field,
  }))
  return { name, rowCount, columns, remarks }
}

/** Tests for codes and names of the records that each reference field can refer to. */
async function recognisersOf(
  ctx: Context,
  names: NameIndex,
  entity: string,
): Promise<Map<string, (text: string) => boolean>> {
  const found = new Map<string, (text: string) => boolean>()
  for (const link of linksOf(entityNamed(entity)))
    if (!link.target.large) found.set(link.main.name, await names.recogniser(ctx.store.read, link))
  return found
}

/** The settings of a sheet that was just matched to a master. */
export async function settingsFor(
  ctx: Context,
  entity: string,
  { columns }: ParsedSheet,
): Promise<ImportSettings> {
  const matches = columns.map(({ proposed, because }) => ({ field: proposed, because }))
  return { ...firstSettings(entity, matches), references: await readRememberedValues(ctx.store.read, entity) }
}

export function firstSettings(name: string, matches: readonly Match[]): ImportSettings {
  const { key } = entityNamed(name)
  return {
    columns: matches.map(({ field }) => field),
    mode: 'create',
    key: [...key],
    references: {},
    fixed: {},
    leaveWrong: false,
    leaveEmpty: true,
    keepCodes: false,
    duplicates: 'create',
    duplicateRows: {},
  }
}

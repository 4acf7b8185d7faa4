import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import type {
  ImportRow,
  ImportRows,
  ImportRowsQuery,
  MappedValue,
  RowProblem,
  UnknownReference,
} from '#domain/api/imports/import-rows.ts'
import { problemHeading } from '#domain/imports/import-job.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import { suggestionsFor, type Suggestions } from '#domain/imports/similar.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { linksOf } from '../store/records/reference-plan.ts'
import { jobFor } from './import-service.ts'
import type { Job } from './import-store.ts'
import { choiceOf } from './loading/load-plan.ts'
import { nameIndex } from './loading/name-index.ts'
import { readPart, rowsInPart, type RowResult } from './reading/part-store.ts'

interface StoredRow {
  row: number
  cells: string[]
  result: RowResult | null
}

/** Yields the rows from one on, a part at a time, and yields to the event loop between parts. */
async function* rowsFrom(ctx: Context, job: Job, from: number): AsyncGenerator<StoredRow> {
  for (let at = Math.max(0, from - 2); at < job.rowCount;) {
    const number = Math.floor(at / rowsInPart)
    const part = await readPart(ctx.store.read, job.id, job.file.sheet, number)
    if (!part) return
    for (; at < number * rowsInPart + part.rows.length; at++) {
      const index = at - number * rowsInPart
      yield { row: at + 2, cells: part.rows[index]!, result: part.results?.[index] ?? null }
    }
    await yieldToEventLoop()
  }
}

export async function importRows(
  ctx: Context,
  id: string,
  { from, limit, only }: ImportRowsQuery,
): Promise<ImportRows> {
  const job = await jobFor(ctx, id)
  const suggest = suggester(ctx, job)
  const items: ImportRow[] = []
  for await (const found of rowsFrom(ctx, job, from)) {
    if (only === 'wrong' && found.result?.outcome !== 'wrong') continue
    if (only === 'duplicates' && !found.result?.duplicate) continue
    if (items.length === limit) return { items, next: found.row }
    items.push(await toImportRow(job, found, suggest))
  }
  return { items, next: null }
}

async function toImportRow(
  job: Job,
  { row, cells, result }: StoredRow,
  suggest: Suggest,
): Promise<ImportRow> {
  const problems: RowProblem[] = []
  for (const problem of result?.problems ?? []) {
    if (isMappedSince(job, problem, cells)) continue
    const { field, message } = problem
    const at = job.settings.columns.indexOf(field)
    const typed = at < 0 ? undefined : cells[at]
    const [unknown] = unknownIn(job, problem, cells)
    const { suggestions } = unknown === undefined ? none : await suggest(field, unknown)
    problems.push({
      field,
      message,
      column: at < 0 ? null : at,
      ...(typed !== undefined && { typed }),
      ...(suggestions.length > 0 && { suggestions: suggestions.map(({ code }) => code) }),
    })
  }
  // Its problems are mapped since, or another choice was made for the duplicate: only the next check knows the outcome.
  const isOutdated =
    (result?.problems?.length && problems.length === 0) || (job.state === 'read' && result?.duplicate)
  return {
    row,
    cells,
    outcome: isOutdated ? null : (result?.outcome ?? null),
    ...(result?.duplicate && { duplicate: { ...result.duplicate, choice: choiceOf(job, row) } }),
    ...(result?.id !== undefined && { record: { id: result.id, name: result.name ?? '' } }),
    problems,
    ...(result?.notes && { notes: result.notes }),
  }
}

/** The reference values of a row that do not exist, as read from its cell. */
function unknownIn(
  { entity: name, settings }: Job,
  { field, unknown }: FieldProblem,
  cells: readonly string[],
): string[] {
  const declared = entityNamed(name).fields[field]
  const at = settings.columns.indexOf(field)
  if (!declared?.reference || at < 0 || unknown === undefined) return []
  const read = readCell(declared, cells[at] ?? '', 'UTC')
  const items = [read].flat().filter((item) => typeof item === 'string')
  return items.length > 1 ? items.filter((item) => item === unknown) : items
}

/** Whether the unknown values of a problem were mapped after the last check. */
function isMappedSince(job: Job, problem: FieldProblem, cells: readonly string[]): boolean {
  if (job.state !== 'read') return false
  const meanings = job.settings.references[problem.field] ?? {}
  const unknown = unknownIn(job, problem, cells)
  return unknown.length > 0 && unknown.every((typed) => Object.hasOwn(meanings, typed))
}

type Suggest = (field: string, typed: string) => Promise<Suggestions>
const none: Suggestions = { suggestions: [], isCertain: false }
const maxSuggested = 200

function suggester(ctx: Context, job: Job): Suggest {
  const names = nameIndex()
  const cache = new Map<string, Suggestions>()
  const links = linksOf(entityNamed(job.entity))
  return async (field, typed) => {
    const key = `${field} ${typed}`
    const known = cache.get(key)
    const link = links.find(({ main }) => main.name === field)
    // Comparing with thousands of names is slow, so only the first values get suggestions.
    if (known || !link || cache.size >= maxSuggested) return known ?? none
    const found = suggestionsFor(typed, await names.all(ctx.store.read, link), link.target.singular)
    cache.set(key, found)
    return found
  }
}

const maxUnknown = 500

/** Unknown reference values, each once, with the number of rows that have it. */
export async function unknownReferences(ctx: Context, id: string): Promise<UnknownReference[]> {
  const job = await jobFor(ctx, id)
  const found = new Map<string, UnknownReference>()
  for await (const { cells, result } of rowsFrom(ctx, job, 2)) {
    for (const problem of result?.problems ?? []) {
      if (isMappedSince(job, problem, cells)) continue
      for (const typed of unknownIn(job, problem, cells)) {
        const key = `${problem.field} ${typed}`
        const known = found.get(key)
        if (known) known.rows++
        else if (found.size < maxUnknown)
          found.set(key, { field: problem.field, typed, rows: 1, suggestions: [], isCertain: false })
      }
    }
  }
  const suggest = suggester(ctx, job)
  const all = [...found.values()].toSorted((one, other) => other.rows - one.rows)
  for (const each of all) {
    const { suggestions, isCertain } = await suggest(each.field, each.typed)
    each.suggestions = suggestions.map(({ code, name }) => ({ code, name }))
    each.isCertain = isCertain
  }
  return all
}

/** Values of the file that are mapped to a code, in this import or a previous one, with the number of rows of each. */
export async function mappedValues(ctx: Context, id: string): Promise<MappedValue[]> {
  const job = await jobFor(ctx, id)
  const { fields } = entityNamed(job.entity)
  const columns = job.settings.columns.flatMap((name, at) => {
    const meanings = name === null ? undefined : job.settings.references[name]
    return name !== null && meanings && fields[name] ? [{ name, at, field: fields[name], meanings }] : []
  })
  const found = new Map<string, MappedValue>()
  if (columns.length === 0) return []
  for await (const { cells } of rowsFrom(ctx, job, 2)) {
    for (const { name, at, field, meanings } of columns) {
      const read = [readCell(field, cells[at] ?? '', 'UTC')].flat()
      for (const typed of new Set(read)) {
        if (typeof typed !== 'string' || !Object.hasOwn(meanings, typed)) continue
        const key = `${name} ${typed}`
        const known = found.get(key)
        if (known) known.rows++
        else found.set(key, { field: name, typed, meaning: meanings[typed] ?? null, title: null, rows: 1 })
      }
    }
  }
  const names = nameIndex()
  const links = linksOf(entityNamed(job.entity))
  for (const each of found.values()) {
    const link = links.find(({ main }) => main.name === each.field)
    const all = link && each.meaning !== null ? await names.all(ctx.store.read, link) : []
    each.title = all.find(({ code }) => code === each.meaning)?.name ?? null
  }
  return [...found.values()].toSorted((one, other) => other.rows - one.rows)
}

/** The wrong rows with their problems, to fix and upload again. */
export async function* wrongRows(ctx: Context, job: Job): AsyncGenerator<string> {
  const headings = job.file.sheets[job.file.sheet]!.columns.map(({ heading }) => heading)
  yield `\ufeff${writeCsv([[...headings, problemHeading].map(escapeFormula)])}`
  for await (const { cells, result } of rowsFrom(ctx, job, 2)) {
    if (result?.outcome !== 'wrong') continue
    const problem = (result.problems ?? []).map(({ message }) => message).join('. ')
    yield writeCsv([[...cells, problem].map(escapeFormula)])
  }
}

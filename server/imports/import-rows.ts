import { setImmediate as pause } from 'node:timers/promises'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { asText, writeCsv } from '#domain/csv.ts'
import {
  problemHeading,
  type ImportRow,
  type ImportRows,
  type MappedValue,
  type RowProblem,
  type UnknownReference,
} from '#domain/imports/import-job.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import { suggestionsFor, type Named } from '#domain/imports/similar.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { readLimit, type QueryText } from '../resources/list-query.ts'
import { linksOf } from '../store/reference-plan.ts'
import { jobFor } from './import-service.ts'
import type { Job } from './import-store.ts'
import { choiceOf } from './load-plan.ts'
import { nameIndex } from './name-index.ts'
import { readPart, rowsInPart, type RowResult } from './part-store.ts'

interface FoundRow {
  row: number
  cells: string[]
  result: RowResult | null
}

/** The rows from one on, a part at a time; others are served in between. */
async function* rowsFrom(ctx: Context, job: Job, from: number): AsyncGenerator<FoundRow> {
  for (let at = Math.max(0, from - 2); at < job.rowCount;) {
    const number = Math.floor(at / rowsInPart)
    const part = await readPart(ctx.store.read, job.id, job.file.sheet, number)
    if (!part) return
    for (; at < number * rowsInPart + part.rows.length; at++) {
      const within = at - number * rowsInPart
      yield { row: at + 2, cells: part.rows[within]!, result: part.results?.[within] ?? null }
    }
    await pause()
  }
}

const isOnly = (text: string): text is 'all' | 'wrong' | 'duplicates' =>
  ['all', 'wrong', 'duplicates'].includes(text)

export async function importRows(ctx: Context, id: string, query: QueryText): Promise<ImportRows> {
  const job = await jobFor(ctx, id)
  const problems: FieldProblem[] = []
  const one = (name: string): string | undefined =>
    typeof query[name] === 'string' ? query[name] : undefined
  const limit = readLimit(one('limit'), problems)
  const from = Number(one('from') ?? 2)
  if (!Number.isSafeInteger(from) || from < 0)
    problems.push({ field: 'from', message: 'from should be the number of a row' })
  const only = one('only') ?? 'all'
  if (!isOnly(only)) problems.push({ field: 'only', message: 'only should be wrong, duplicates or all' })
  if (problems.length > 0) throw invalid(problems)
  const suggest = suggester(ctx, job)
  const items: ImportRow[] = []
  for await (const found of rowsFrom(ctx, job, from)) {
    if (only === 'wrong' && found.result?.outcome !== 'wrong') continue
    if (only === 'duplicates' && !found.result?.duplicate) continue
    if (items.length === limit) return { items, next: found.row }
    items.push(await shownRow(job, found, suggest))
  }
  return { items, next: null }
}

async function shownRow(job: Job, { row, cells, result }: FoundRow, suggest: Suggest): Promise<ImportRow> {
  const problems: RowProblem[] = []
  for (const problem of result?.problems ?? []) {
    if (isMappedSince(job, problem, cells)) continue
    const at = job.settings.columns.indexOf(problem.field)
    const typed = at < 0 ? undefined : cells[at]
    const [unknown] = unknownIn(job, problem, cells)
    const suggestions = unknown === undefined ? [] : await suggest(problem.field, unknown)
    problems.push({
      ...problem,
      column: at < 0 ? null : at,
      ...(typed !== undefined && { typed }),
      ...(suggestions.length > 0 && { suggestions: suggestions.map(({ code }) => code) }),
    })
  }
  // What was wrong with it was given a meaning since, or something else may have been chosen for it: the next check will say.
  const isDoubtful =
    (result?.problems?.length && problems.length === 0) || (job.state === 'read' && result?.duplicate)
  return {
    row,
    cells,
    outcome: isDoubtful ? null : (result?.outcome ?? null),
    ...(result?.duplicate && { duplicate: { ...result.duplicate, choice: choiceOf(job, row) } }),
    ...(result?.id !== undefined && { record: { id: result.id, name: result.name ?? '' } }),
    problems,
  }
}

/** What a row wanted to refer to and is not there, as it was read from its cell. */
function unknownIn(
  { entity: name, settings }: Job,
  { field, message }: FieldProblem,
  cells: readonly string[],
): string[] {
  const declared = entityNamed(name).fields[field]
  const at = settings.columns.indexOf(field)
  if (!declared?.reference || at < 0 || !message.startsWith('There is no ')) return []
  const read = readCell(declared, cells[at] ?? '', 'UTC')
  const items = [read].flat().filter((item) => typeof item === 'string')
  return items.length > 1 ? items.filter((item) => message.includes(` ${item}`)) : items
}

/** What was wrong in the last check, and was given a meaning after it. */
function isMappedSince(job: Job, problem: FieldProblem, cells: readonly string[]): boolean {
  if (job.state !== 'read') return false
  const meanings = job.settings.references[problem.field] ?? {}
  const unknown = unknownIn(job, problem, cells)
  return unknown.length > 0 && unknown.every((typed) => Object.hasOwn(meanings, typed))
}

type Suggest = (field: string, typed: string) => Promise<Named[]>
const mostSuggested = 50

function suggester(ctx: Context, job: Job): Suggest {
  const names = nameIndex()
  const kept = new Map<string, Named[]>()
  const links = linksOf(entityNamed(job.entity))
  return async (field, typed) => {
    const key = `${field} ${typed}`
    const known = kept.get(key)
    const link = links.find(({ main }) => main.name === field)
    // Comparing with thousands of names takes its time: the first ones are helped, the rest can be looked for.
    if (known || !link || kept.size >= mostSuggested) return known ?? []
    const found = suggestionsFor(typed, await names.all(ctx.store.read, link))
    kept.set(key, found)
    return found
  }
}

const mostUnknown = 500

/** Misspelt references, each once, with how many rows it stands in: what it means is said once for all of them. */
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
        else if (found.size < mostUnknown)
          found.set(key, { field: problem.field, typed, rows: 1, suggestions: [] })
      }
    }
  }
  const suggest = suggester(ctx, job)
  const all = [...found.values()].toSorted((one, other) => other.rows - one.rows)
  for (const each of all) each.suggestions = await suggest(each.field, each.typed)
  return all
}

/** Values of the file that were given a meaning, here or in a file before, with how many rows have each. */
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

/** The rows that failed, to be mended and sent again. */
export async function* wrongRows(ctx: Context, job: Job): AsyncGenerator<string> {
  const headings = job.file.sheets[job.file.sheet]!.columns.map(({ heading }) => heading)
  yield `\ufeff${writeCsv([[...headings, problemHeading].map(asText)])}`
  for await (const { cells, result } of rowsFrom(ctx, job, 2)) {
    if (result?.outcome !== 'wrong') continue
    const problem = (result.problems ?? []).map(({ message }) => message).join('. ')
    yield writeCsv([[...cells, problem].map(asText)])
  }
}

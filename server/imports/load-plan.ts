import { entityNamed, referencesOf } from '#domain/catalogue/catalogue.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { DuplicateChoice, ImportSettings } from '#domain/imports/import-job.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { behaviours, holdFirst } from '../resources/behaviours.ts'
import type { DuplicateFinder } from './duplicate-finder.ts'
import type { NameIndex } from './name-index.ts'
import type { RowResult } from './part-store.ts'

/** A row of the file as it is about to be loaded. */
export interface LoadRow {
  /** As the file counts. */
  row: number
  cells: readonly string[]
}

export interface LoadPlan {
  entity: Entity
  settings: ImportSettings
  timeZone: string
  names: NameIndex
  /** The keys of rows that were loaded, and the rows they came from: nothing comes twice in one file. */
  seen: Map<string, number>
  /** Undefined where nothing tells a likely duplicate, or rows only change records. */
  duplicates: DuplicateFinder | undefined
}

/** What becomes of a row that looks like a record that exists. */
export const choiceOf = ({ settings }: Pick<LoadPlan, 'settings'>, row: number): DuplicateChoice =>
  settings.duplicateRows[row] ?? settings.duplicates

/** Whether a row may change a record that exists. */
export const mayChangeRecords = ({ mode, duplicates, duplicateRows }: ImportSettings): boolean =>
  mode !== 'create' || [duplicates, ...Object.values(duplicateRows)].includes('update')

export type Input = Record<string, unknown>

/** Whether its rows look at each other, or need more than their declaration says: they are loaded one by one. */
export const isLoadedOneByOne = (entity: Entity): boolean =>
  behaviours[entity.name] !== undefined ||
  holdFirst[entity.name] !== undefined ||
  referencesOf(entity).some(({ reference }) => entityNamed(reference.entity) === entity)

/** What the cells of a row say, field by field. */
export function inputOf(plan: LoadPlan, cells: readonly string[]): Input {
  const { entity, settings, timeZone } = plan
  const input: Input = {}
  for (const [at, name] of settings.columns.entries()) {
    const field = name === null ? undefined : entity.fields[name]
    if (name === null || !field) continue
    const value = readCell(field, cells[at] ?? '', timeZone)
    const meanings = settings.references[name]
    input[name] = meanings ? meant(value, meanings) : value
  }
  return input
}

function meant(value: unknown, meanings: Readonly<Record<string, string | null>>): unknown {
  const one = (typed: unknown): unknown =>
    typeof typed === 'string' && Object.hasOwn(meanings, typed) ? meanings[typed] : typed
  return Array.isArray(value) ? value.map(one).filter((each) => each !== null) : one(value)
}

export const wrong = (problems: FieldProblem[]): RowResult => ({ outcome: 'wrong', problems })

/** How a row names its record: the folded key, or why it cannot. */
export function keyOfInput(plan: LoadPlan, input: Input): { key: string | null; problems: FieldProblem[] } {
  const { entity, settings } = plan
  const values: RecordValues = {}
  const problems: FieldProblem[] = []
  for (const name of settings.key) {
    const field = entity.fields[name]!
    const typed = input[name]
    if (typed === null || typed === undefined) return { key: null, problems }
    if (field.presence === 'generated') values[name] = String(typed)
    else {
      const reading = field.read(typed)
      if ('problem' in reading) problems.push({ field: name, message: reading.problem })
      else values[name] = reading.value
    }
  }
  return { key: problems.length > 0 ? null : joinKey(entity, settings.key, values), problems }
}

/** A code that the server deals out cannot be brought along; it can only say which record is meant. */
export function problemsOfGenerated(plan: LoadPlan, input: Input, isNew: boolean): FieldProblem[] {
  if (!isNew) return []
  return Object.entries(plan.entity.fields).flatMap(([name, field]) => {
    const typed = input[name] ?? null
    if (field.presence !== 'generated' || typed === null) return []
    const message =
      plan.settings.mode === 'create'
        ? `${field.label} is dealt out when a record is made: leave the column out, or update by it`
        : `There is no ${plan.entity.singular.toLowerCase()} ${String(typed)} to update; without a ${field.label} a new one is made`
    return [{ field: name, message }]
  })
}

/** What a change starts from: a name that only repeats what a code says follows the code when that changes. */
export function baseFor(entity: Entity, input: Input, current: Readonly<RecordValues>): RecordValues {
  const base = { ...current }
  for (const { name, reference } of referencesOf(entity)) {
    const main = reference.pairedWith
    if (main && main in input && !(name in input)) base[name] = null
  }
  return base
}

export const isSame = (one: Value | undefined, other: Value | undefined): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The combinations of fields that must not come twice and are not dealt out by the server. */
export const typedKeys = (entity: Entity): (readonly string[])[] =>
  [entity.key, ...entity.unique].filter(
    (names) => names.length > 0 && !names.some((name) => entity.fields[name]!.presence === 'generated'),
  )

/** Under what a loaded row is remembered. */
export const seenKeys = (entity: Entity, values: Readonly<RecordValues>): string[] =>
  typedKeys(entity).map((names) => `${names.join()} ${joinKey(entity, names, values)}`)

import { referencesOf, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { ImportSettings } from '#domain/api/imports/import-values.ts'
import type { DuplicateChoice } from '#domain/imports/import-job.ts'
import { readCell } from '#domain/imports/read-cell.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { areSavedOneByOne } from '../../records/save-hooks.ts'
import type { DuplicateFinder } from './duplicate-finder.ts'
import type { NameIndex } from './name-index.ts'
import type { RowResult } from '../reading/part-store.ts'
import { t } from '#domain/messages/t.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

/** A row to load. */
export interface LoadRow {
  /** The row number in the file; the headings are row 1. */
  row: number
  cells: readonly string[]
}

export interface LoadPlan {
  entity: Entity
  settings: ImportSettings
  timeZone: string
  names: NameIndex
  /** The keys of loaded rows with their row numbers, to refuse repeated keys in one file. */
  seen: Map<string, number>
  /** Undefined when the entity has no fields to compare, or rows only update records. */
  duplicates: DuplicateFinder | undefined
}

/** The choice for a row that looks like an existing record. */
export const choiceOf = ({ settings }: Pick<LoadPlan, 'settings'>, row: number): DuplicateChoice =>
  settings.duplicateRows[row] ?? settings.duplicates

export const mayChangeRecords = ({ mode, duplicates, duplicateRows }: ImportSettings): boolean =>
  mode !== 'create' || [duplicates, ...Object.values(duplicateRows)].includes('update')

/** Whether rows have a value for a field: from a column, or the same one for all. */
export const isFilled = ({ columns, fixed }: ImportSettings, name: string): boolean =>
  columns.includes(name) || Object.hasOwn(fixed, name)

export type Input = Record<string, unknown>

/** Entities with rows that refer to each other, or with checks beyond their declaration, are loaded row by row. */
export const isLoadedRowByRow = (entity: Entity): boolean =>
  areSavedOneByOne(entity.name) ||
  referencesOf(entity).some(({ reference }) => reference.entity === entity.name)

/** The values of a row by field. */
export function inputOf(plan: LoadPlan, cells: readonly string[]): Input {
  const { entity, settings, timeZone } = plan
  const input: Input = {}
  for (const [at, name] of settings.columns.entries()) {
    const field = name === null ? undefined : entity.fields[name]
    if (name === null || !field) continue
    const value = readCell(field, cells[at] ?? '', timeZone)
    const meanings = settings.references[name]
    input[name] = meanings ? mapValue(value, meanings) : value
  }
  for (const [name, value] of Object.entries(settings.fixed)) {
    const field = entity.fields[name]
    if (field) input[name] = readCell(field, value, timeZone)
  }
  return input
}

function mapValue(value: unknown, meanings: Readonly<Record<string, string | null>>): unknown {
  const one = (typed: unknown): unknown =>
    typeof typed === 'string' && Object.hasOwn(meanings, typed) ? meanings[typed] : typed
  return Array.isArray(value) ? value.map(one).filter((each) => each !== null) : one(value)
}

export const wrong = (problems: readonly FieldProblem[]): RowResult => ({
  outcome: 'wrong',
  problems: [...problems],
})

/** The folded key of the record a row refers to, or why it has none. */
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
      const reading = readField(field, typed)
      if ('problem' in reading) problems.push({ field: name, message: reading.problem })
      else values[name] = reading.value
    }
  }
  return { key: problems.length > 0 ? null : joinKey(entity, settings.key, values), problems }
}

/** Unless it is kept, a generated code can only identify the record to update. */
export function problemsOfGenerated(plan: LoadPlan, input: Input, isNew: boolean): FieldProblem[] {
  if (!isNew) return []
  return Object.entries(plan.entity.fields).flatMap(([name, field]) => {
    const typed = input[name] ?? null
    if (field.presence !== 'generated' || typed === null) return []
    const label = t(field.label)
    const message =
      plan.settings.mode === 'create'
        ? field.series?.mayBeGiven
          ? t(
              '{label} is generated when a record is created: choose to keep the codes of the file, or leave the column out',
              { label },
            )
          : t(
              '{label} is generated when a record is created: leave the column out, or use it to update records',
              { label },
            )
        : t('There is no {record} {code} to update; leave {label} empty to create a new one', {
            record: t(plan.entity.singular).toLowerCase(),
            code: String(typed),
            label,
          })
    return [{ field: name, message }]
  })
}

/** The values an update starts from: a name that repeats a code is cleared, so that it follows a changed code. */
export function baseFor(entity: Entity, input: Input, current: Readonly<RecordValues>): RecordValues {
  const base = { ...current }
  for (const { name, reference } of referencesOf(entity)) {
    const main = reference.pairedWith
    if (main && main in input && !(name in input)) base[name] = null
  }
  return base
}

/** Unique keys without fields that are generated for every new record. */
export const typedKeys = (entity: Entity): (readonly string[])[] =>
  [entity.key, ...entity.unique].filter(
    (names) => names.length > 0 && !names.some((name) => entity.fields[name]!.presence === 'generated'),
  )

/** Whether the record has the key: a code that is still to be generated is no key yet. */
export const hasKey = (entity: Entity, names: readonly string[], values: Readonly<RecordValues>): boolean =>
  !names.some((name) => entity.fields[name]!.series && values[name] === null)

/** The keys under which a loaded row is stored in `seen`. */
export const seenKeys = (entity: Entity, values: Readonly<RecordValues>): string[] =>
  typedKeys(entity)
    .filter((names) => hasKey(entity, names, values))
    .map((names) => `${names.join()} ${joinKey(entity, names, values)}`)

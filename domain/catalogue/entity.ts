import { columnName } from './column-name.ts'
import type { Field, Value } from './field.ts'
import { kebabCase } from '../text.ts'

export interface Entity {
  name: string
  /** As a person says it: "Zone", "Zones". */
  singular: string
  plural: string
  /** Its place under /api/v1. */
  path: string
  table: string
  fields: Readonly<Record<string, Field>>
  /** The natural key: what tells two records apart, compared as a person would. */
  key: readonly string[]
  /** Further combinations that must be unique. */
  unique: readonly (readonly string[])[]
  /** The field lists are sorted by unless asked otherwise. */
  sortedBy: string
  /** Expected to hold so many records that search needs an index of its own. */
  large: boolean
  /**
   * What lists are filtered or sorted by so often that it deserves an index: a field, or several, one after the other. The id comes last
   * by itself; what is named behind it is filtered by in the index, before the record is read.
   */
  indexed: readonly (readonly string[])[]
  /** Columns the database works out by itself from others, to sort and filter by; they are not on the wire. */
  computed: Readonly<Record<string, DayAfter>>
}

/** A day so many days after another, as its number since 1970; none while there is no first day. */
export interface DayAfter {
  day: string
  plus: string
}

interface EntityOptions {
  key?: string | readonly string[]
  unique?: readonly (readonly string[])[]
  sortedBy?: string
  large?: boolean
  indexed?: readonly (string | readonly string[])[]
  computed?: Readonly<Record<string, DayAfter>>
}

/** What every record carries besides its fields. */
export interface RecordMeta {
  id: string
  version: number
  createdAt: string
  updatedAt: string
}

export type RecordValues = Record<string, Value>
export type StoredRecord = RecordMeta & Record<string, Value>

export const metaNames = ['id', 'version', 'createdAt', 'updatedAt'] as const

/** Declares an entity. Everything else about it (table, REST, form, list, lookup, description) follows from this. */
export function entity(
  name: string,
  [singular, plural]: readonly [string, string],
  fields: Record<string, Field>,
  options: EntityOptions = {},
): Entity {
  const key = typeof options.key === 'string' ? [options.key] : (options.key ?? [])
  return {
    name,
    singular,
    plural,
    path: kebabCase(plural),
    table: columnName(name),
    // Without a prototype, so that a field called "constructor" is as unknown as any other.
    fields: Object.assign(Object.create(null) as Record<string, Field>, fields),
    key,
    unique: options.unique ?? [],
    sortedBy: options.sortedBy ?? key.at(-1) ?? Object.keys(fields)[0]!,
    large: options.large ?? false,
    indexed: (options.indexed ?? []).map((names) => [names].flat()),
    computed: options.computed ?? {},
  }
}

/** The field that says what a record is called, when the given one is only its code: Country_Name beside Country_Code. */
export function titleOf(of: Entity, code: string): string | undefined {
  const isCode = of.key.includes(code) || of.unique.some((names) => names.includes(code))
  return isCode
    ? Object.keys(of.fields).find(
        (name) => /name$/i.test(name) && name !== code && !of.fields[name]!.reference,
      )
    : undefined
}

/** How a sentence names a record: "Pool P-AHM". */
export function nameRecord(of: Entity, values: Readonly<Record<string, Value>>): string {
  const words = (of.key.length ? of.key : [of.sortedBy]).map((name) =>
    of.fields[name]!.show(values[name] ?? null),
  )
  return `${of.singular} ${words.join(' / ')}`.trim()
}

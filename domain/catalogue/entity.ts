import type { Field, Reference, Value } from './field.ts'
import { labelled, type EntityLabels } from './entity-labels.ts'
import { t } from '../messages/t.ts'

export interface Entity<N extends string = string, F extends Fields = Fields> extends EntityLabels<N> {
  fields: F
  /** The natural key: it identifies a record, compared without case. */
  key: readonly string[]
  /** Further combinations that must be unique. */
  unique: readonly (readonly string[])[]
  /** Fields that mean nothing without another one: a dose without its unit. */
  needs: Readonly<Record<string, string>>
  /** The default sort field of lists. */
  sortedBy: string
  /** Expected to hold enough records for search to need its own index. */
  large: boolean
  /** Records what happened, so it may refer to records that are retired. */
  statesFacts: boolean
}

interface EntityOptions {
  key?: string | readonly string[]
  unique?: readonly (readonly string[])[]
  needs?: Readonly<Record<string, string>>
  sortedBy?: string
  large?: boolean
  statesFacts?: boolean
}

/** Metadata of every record. */
export type RecordMeta = { id: string; version: number; createdAt: string; updatedAt: string }

export type Fields = Readonly<Record<string, Field>>

/** The values of a stored record of the entity, without the members that every record has. */
export type ValuesOf<E extends Entity> = {
  [Name in keyof E['fields']]: E['fields'][Name] extends Field<infer T> ? T : never
}

/** A stored record of the entity: `RecordOf<typeof customer>`. */
export type RecordOf<E extends Entity> = RecordMeta & ValuesOf<E>

export type RecordValues = Record<string, Value>
export type StoredRecord = RecordMeta & Record<string, Value>

export const metaNames = ['id', 'version', 'createdAt', 'updatedAt'] as const

/** Declares an entity. Its table, REST routes, form, list, lookup and API description are derived from this. */
export function entity<const N extends string, F extends Record<string, Field>>(
  name: N,
  labels: readonly [string, string],
  fields: F,
  options: EntityOptions = {},
): Entity<N, F> {
  const key = typeof options.key === 'string' ? [options.key] : (options.key ?? [])
  return {
    ...labelled(name, labels),
    // Without a prototype, so that an input field named "constructor" is unknown like any other.
    fields: Object.assign(Object.create(null) as object, fields),
    key,
    unique: options.unique ?? [],
    needs: options.needs ?? {},
    sortedBy: options.sortedBy ?? key.at(-1) ?? Object.keys(fields)[0]!,
    large: options.large ?? false,
    statesFacts: options.statesFacts ?? false,
  }
}

/** The name field that belongs to a code field: Country_Name for Country_Code. */
export function titleOf(of: Entity, code: string): string | undefined {
  const isCode = of.key.includes(code) || of.unique.some((names) => names.includes(code))
  return isCode
    ? Object.keys(of.fields).find(
        (name) => /name$/i.test(name) && name !== code && !of.fields[name]!.reference,
      )
    : undefined
}

/** The name of a record in messages: "Pool P-AHM". */
export function nameRecord(of: Entity, values: Readonly<Record<string, Value>>): string {
  const words = (of.key.length ? of.key : [of.sortedBy]).map((name) =>
    of.fields[name]!.show(values[name] ?? null),
  )
  const name = words.join(' / ').trim()
  return name === '' ? t(of.singular) : t('{entity} {name}', { entity: t(of.singular), name })
}

/** A field that refers to another entity. */
export interface Referrer {
  entity: Entity
  name: string
  field: Field
  reference: Reference
}

export function referencesOf(entity: Entity): Referrer[] {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.reference ? [{ entity, name, field, reference: field.reference }] : [],
  )
}

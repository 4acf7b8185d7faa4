import type { ColumnName } from '#domain/catalogue/column-name.ts'
import type { entities, EntityName } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import type { computedDays, triggerColumns } from '#domain/catalogue/stored/tables.ts'
import type { SystemTables } from './system-tables.ts'

/** The cell of a field: a list is stored as JSON text, everything else as it is. */
type CellOfField<F extends Field> =
  F extends Field<infer T> ? (T extends readonly string[] ? string : T) : never

/** What the table of every entity has besides the columns of its fields. */
interface OwnColumns {
  id: string
  natural_key: string
  search_text: string
  folded_texts: string | null
  version: number
  created_at: string
  updated_at: string
}

type RowOfEntity<E extends Entity> = OwnColumns & {
  [Name in keyof E['fields'] & string as ColumnName<Name>]: CellOfField<E['fields'][Name]>
} & ComputedColumns<E['name']> &
  TriggerColumns<E['name']>

type ComputedColumns<Name extends string> = Name extends keyof typeof computedDays
  ? { [Column in keyof (typeof computedDays)[Name] & string as ColumnName<Column>]: number | null }
  : unknown

type TriggerColumns<Name extends string> = Name extends keyof typeof triggerColumns
  ? { [Column in (typeof triggerColumns)[Name][number] as ColumnName<Column>]: string | null }
  : unknown

type EntityTables = { [Name in EntityName as ColumnName<Name>]: RowOfEntity<(typeof entities)[Name]> }

/** Every table with the type of its rows, so that a misspelt table or column does not compile. */
export type Tables = EntityTables & SystemTables

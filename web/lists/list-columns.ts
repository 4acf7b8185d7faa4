import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field, TypedIn } from '#domain/catalogue/field.ts'
import { columnsOf } from '../entity/entity-table.tsx'

/** What a list can show, sort and filter by: a field, or when a record was made and last changed. */
export interface ListColumn {
  name: string
  label: string
  as: TypedIn['as']
  isSortable: boolean
  field: Field | undefined
}

const moments: Readonly<Record<string, string>> = { createdAt: 'Created', updatedAt: 'Changed' }

const mostAtFirst = 9

const kept = new Map<Entity, ReadonlyMap<string, ListColumn>>()

export function listColumns(entity: Entity): ReadonlyMap<string, ListColumn> {
  const known = kept.get(entity)
  if (known) return known
  const fields = Object.entries(entity.fields).map(([name, field]): ListColumn => {
    const { label, typedIn, reference } = field
    return { name, label, as: typedIn.as, isSortable: !reference?.many, field }
  })
  const made = Object.entries(moments).map(([name, label]): ListColumn => ({
    name,
    label,
    as: 'instant',
    isSortable: true,
    field: undefined,
  }))
  const columns = new Map([...fields, ...made].map((column) => [column.name, column]))
  kept.set(entity, columns)
  return columns
}

export const isNumber = ({ as }: ListColumn): boolean => as === 'number'
export const isDay = ({ as }: ListColumn): boolean => as === 'date' || as === 'instant'

/** What the list beside the form shows, and what else fits a whole screen. */
export function usualColumns(entity: Entity): string[] {
  const isPlain = (name: string): boolean => {
    const { sensitive, typedIn } = entity.fields[name]!
    return !sensitive && typedIn.as !== 'long-text'
  }
  const order = [...columnsOf(entity), ...Object.keys(entity.fields).filter(isPlain)]
  return [...new Set(order)].slice(0, mostAtFirst)
}

/** Of an entity that the browser knows by name alone (see scripts/build/lean-catalogue.ts) there is nothing to show. */
export const hasList = ({ fields }: Entity): boolean => Object.keys(fields).length > 0

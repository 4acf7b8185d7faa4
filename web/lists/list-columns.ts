import type { Entity } from '#domain/catalogue/entity.ts'
import type { Field, TypedIn } from '#domain/catalogue/field.ts'
import { hasLocalName, localNameField } from '#domain/catalogue/names/local-name.ts'
import { columnsOf } from '../masters/list/entity-columns.ts'
import { t } from '#domain/messages/t.ts'

/** A column to show, sort and filter by: a field, or the time of creation or last change. */
export interface ListColumn {
  name: string
  as: TypedIn['as']
  isSortable: boolean
  field: Field | undefined
  /** Whether it is the name, which is shown with the second name. */
  isName: boolean
}

const moments = ['createdAt', 'updatedAt']

const maxDefaultColumns = 9

const cache = new Map<Entity, ReadonlyMap<string, ListColumn>>()

export function listColumns(entity: Entity): ReadonlyMap<string, ListColumn> {
  const cached = cache.get(entity)
  if (cached) return cached
  const fields = Object.entries(entity.fields).map(([name, field]): ListColumn => {
    const { typedIn, reference } = field
    return {
      name,
      as: typedIn.as,
      isSortable: !reference?.many,
      field,
      isName: hasLocalName(entity, name),
    }
  })
  const timestamps = moments.map((name): ListColumn => ({
    name,
    as: 'instant',
    isSortable: true,
    field: undefined,
    isName: false,
  }))
  const columns = new Map([...fields, ...timestamps].map((column) => [column.name, column]))
  cache.set(entity, columns)
  return columns
}

export function labelOf({ name, field }: ListColumn): string {
  if (field) return t(field.label)
  return name === 'createdAt' ? t('Created') : t('Changed')
}

export const isNumber = ({ as }: ListColumn): boolean => as === 'number'
export const isDay = ({ as }: ListColumn): boolean => as === 'date' || as === 'instant'

/** The columns of the list beside the form, and further ones that fit a full screen. */
export function defaultColumns(entity: Entity): string[] {
  const isPlain = (name: string): boolean => {
    const { sensitive, typedIn, byAction } = entity.fields[name]!
    return !sensitive && !byAction && typedIn.as !== 'long-text' && name !== localNameField
  }
  const order = [...columnsOf(entity), ...Object.keys(entity.fields).filter(isPlain)]
  return [...new Set(order)].slice(0, maxDefaultColumns)
}

/** False for entities that have no fields in the browser (see domain/catalogue/entity-labels.ts). */
export const hasList = ({ fields }: Entity): boolean => Object.keys(fields).length > 0

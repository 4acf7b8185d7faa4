import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference, referrersOf } from '#domain/catalogue/referrers.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { checkCatalogue } from '#domain/catalogue/check-catalogue.ts'
import { referencesOf, type Entity } from '#domain/catalogue/entity.ts'
import { computedOf, indexedOf, tableOf, triggerColumnsOf } from '#domain/catalogue/stored/tables.ts'
import { systemTables } from '../tables/system-tables.ts'
import { indexOn, integer, text, type ForeignKey, type Index, type Table } from './table.ts'

/** All tables of the product, parents before children. */
export function schemaOfCatalogue(entities: readonly Entity[] = catalogue): Table[] {
  checkCatalogue(entities)
  return [...entities.map(describeTable), ...systemTables]
}

/** The column with the folded form of a unique combination of fields. */
export const uniqueColumn = (names: readonly string[]): string => `unique_${names.map(columnName).join('_')}`

function describeTable(entity: Entity): Table {
  const fields = Object.entries(entity.fields).map(([name, field]) => {
    const { inHundredths: _, ...column } = field.column
    const notNull = field.presence === 'required' || field.presence === 'generated'
    return { name: columnName(name), ...column, notNull }
  })
  const computed = Object.entries(computedOf(entity)).map(([name, { day, plus }]) =>
    integer(columnName(name), {
      notNull: false,
      computed: { day: columnName(day), plus: columnName(plus) },
    }),
  )
  return {
    name: tableOf(entity),
    columns: [
      text('id', { exactLength: 36 }),
      ...fields,
      text('natural_key'),
      ...entity.unique.map((names) => text(uniqueColumn(names))),
      text('search_text'),
      text('folded_texts', { notNull: false }),
      integer('version', { min: 1 }),
      text('created_at', { exactLength: 24 }),
      text('updated_at', { exactLength: 24 }),
      ...computed,
      ...triggerColumnsOf(entity).map((name) => text(columnName(name), { notNull: false })),
    ],
    primaryKey: ['id'],
    indexes: indexesOf(entity),
    foreignKeys: foreignKeysOf(entity),
    search: entity.large,
  }
}

function indexesOf(entity: Entity): Index[] {
  const table = tableOf(entity)
  const sort = columnName(entity.sortedBy)
  const wanted: Index[] = [
    indexOn(table, ['natural_key'], true),
    ...entity.unique.map((names) => indexOn(table, [uniqueColumn(names)], true)),
    ...indexedOf(entity).map((names) => {
      const index = indexOn(table, (names.includes('id') ? names : [...names, 'id']).map(columnName))
      const isSparse = names[0] === retiredOnField || triggerColumnsOf(entity).includes(names[0]!)
      return isSparse ? { ...index, onlyFilled: true as const } : index
    }),
  ]
  // The target of a foreign key must be unique in exactly those columns.
  for (const referring of referrersOf(entity)) {
    const targets = Object.keys(partsOfReference(referring))
    if (isForeignKey(referring)) wanted.push(indexOn(table, targets.map(columnName), true))
    else wanted.push(indexOn(table, [columnName(referring.reference.field)]))
  }
  // Deleting a parent, or filtering by it, must find its children by an index scan.
  for (const referring of referencesOf(entity)) {
    if (!isForeignKey(referring)) continue
    const column = columnName(referring.name)
    wanted.push(indexOn(table, entity.large && column !== sort ? [column, sort, 'id'] : [column]))
  }
  const byColumns = new Map<string, Index>()
  for (const each of wanted) {
    const columns = each.columns.join()
    if (!byColumns.get(columns)?.unique) byColumns.set(columns, each)
  }
  return [...byColumns.values()]
}

const cache = new Map<Entity, readonly Index[]>()

export function indexesFor(entity: Entity): readonly Index[] {
  const indexes = cache.get(entity) ?? indexesOf(entity)
  cache.set(entity, indexes)
  return indexes
}

/**
 * Whether an index returns the order of these columns and the id: completely (`whole`), or so that only ties in the first column
 * have to be sorted (`start`).
 */
export function indexForOrder(entity: Entity, columns: readonly string[]): 'whole' | 'start' | undefined {
  const indexes = indexesFor(entity)
  const [first] = columns
  // The key is unique.
  if (first === 'natural_key') return 'whole'
  const wanted = [...columns, 'id']
  if (indexes.some((index) => wanted.every((column, at) => index.columns[at] === column))) return 'whole'
  return indexes.some((index) => index.columns[0] === first) ? 'start' : undefined
}

type Referring = ReturnType<typeof referencesOf>[number]

/** References by key are enforced by foreign keys; those by name or in lists by the store, in the same transaction. */
function isForeignKey({ reference }: Referring): boolean {
  if (reference.many || reference.pairedWith) return false
  const target = entityNamed(reference.entity)
  return (
    target.key.includes(reference.field) || target.unique.some((names) => names.join() === reference.field)
  )
}

function foreignKeysOf(entity: Entity): ForeignKey[] {
  return referencesOf(entity)
    .filter(isForeignKey)
    .map((referring) => {
      const parts = Object.entries(partsOfReference(referring))
      return {
        name: `${tableOf(entity)}_${columnName(referring.name)}_fkey`,
        columns: parts.map(([, own]) => columnName(own)),
        table: tableOf(entityNamed(referring.reference.entity)),
        references: parts.map(([target]) => columnName(target)),
      }
    })
}

import { indexOn, type RowOf, type Table, type TableColumn } from '../schema/table.ts'

export const nullable = { notNull: false } as const

/** `row` is never set: it only has the type of a row. */
export type SystemTable<N extends string, R> = Table & { name: N; row?: R }

export function table<const N extends string, const C extends TableColumn>(
  name: N,
  primaryKey: NoInfer<C['name']>[],
  columns: C[],
  indexes: NoInfer<C['name']>[][] = [],
  unique: NoInfer<C['name']>[][] = [],
  foreignKeys: Table['foreignKeys'] = [],
): SystemTable<N, RowOf<C>> {
  return {
    name,
    columns,
    primaryKey,
    indexes: [
      ...unique.map((each) => indexOn(name, each, true)),
      ...indexes.map((each) => indexOn(name, each)),
    ],
    foreignKeys,
    search: false,
  }
}

export function appendOnly<T extends Table>(of: T): T {
  return { ...of, appendOnly: true }
}

export function withPartialIndex<T extends Table>(columns: string[], of: T): T {
  return { ...of, indexes: [...of.indexes, { ...indexOn(of.name, columns), onlyFilled: true }] }
}

/** An index of the rows where another column has a value. */
export function withIndexWhereFilled<T extends Table>(whereFilled: string, columns: string[], of: T): T {
  return { ...of, indexes: [...of.indexes, { ...indexOn(of.name, columns), whereFilled }] }
}

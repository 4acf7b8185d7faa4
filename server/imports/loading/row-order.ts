import { referencesOf, type Entity } from '#domain/catalogue/entity.ts'

/** Fields that refer to records of the same entity, such as the manager of an employee. */
export const ownReferences = (entity: Entity): { name: string; field: string }[] =>
  referencesOf(entity)
    .filter(({ reference }) => reference.entity === entity.name && !reference.pairedWith && !reference.many)
    .map(({ name, reference }) => ({ name, field: reference.field }))

export interface RowNames {
  /** The key by which other rows of the file refer to this one. */
  own: string
  /** The keys of the rows it refers to. */
  refersTo: readonly string[]
}

/**
 * Sorts rows so that referenced rows come first, otherwise in file order. Rows in a reference cycle come last, and are
 * returned as well.
 */
export function orderRows(rows: readonly RowNames[]): { order: number[]; cycles: Set<number> } {
  const byName = new Map<string, number>()
  for (const [at, { own }] of rows.entries()) if (own !== '' && !byName.has(own)) byName.set(own, at)
  const needs = rows.map(({ refersTo }, at) => [
    ...new Set(refersTo.flatMap((name) => byName.get(name) ?? []).filter((other) => other !== at)),
  ])
  const waiting = needs.map((each) => each.length)
  const neededBy = new Map<number, number[]>()
  for (const [at, each] of needs.entries())
    for (const other of each) neededBy.set(other, [...(neededBy.get(other) ?? []), at])
  const all = [...rows.keys()]
  const order = all.filter((at) => waiting[at] === 0)
  for (let next = 0; next < order.length; next++) {
    for (const after of neededBy.get(order[next]!) ?? []) if (--waiting[after]! === 0) order.push(after)
  }
  const cycles = new Set(all.filter((at) => waiting[at]! > 0))
  return { order: [...order, ...cycles], cycles }
}

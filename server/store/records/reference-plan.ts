import { sql, type RawBuilder } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { referencesOf, type Referrer, type Entity } from '#domain/catalogue/entity.ts'
import { canRetire, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { levelsBeside, type Level } from '#domain/catalogue/levels.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Dialect, Row } from '../dialect.ts'
import { uniqueColumn } from '../schema/schema-of-catalogue.ts'

/** A reference from one record to another, and everything that has to be read to check it. */
export interface Link {
  main: Referrer
  target: Entity
  /** Field of the target → field of the referring record. */
  parts: Readonly<Record<string, string>>
  /** Fields that repeat another field of the same target. */
  paired: readonly Referrer[]
  /** Levels above the target that the referring record has as fields as well. */
  ancestors: readonly Ancestor[]
  /** The column by which the target is looked up, and whether it is folded. */
  findBy: { column: string; folded: boolean }
}

export interface Ancestor extends Level {
  /** The field of the referring record. */
  own: string
}

const plans = new Map<Entity, Link[]>()

export function linksOf(entity: Entity): readonly Link[] {
  const cached = plans.get(entity)
  if (cached) return cached
  const all = referencesOf(entity)
  const links = all
    .filter((referring) => !referring.reference.pairedWith)
    .map((main): Link => {
      const target = entityNamed(main.reference.entity)
      const parts = partsOfReference(main)
      const paired = all.filter((each) => each.reference.pairedWith === main.name)
      return {
        main,
        target,
        parts,
        paired,
        ancestors: ancestorsOf(main, parts),
        findBy: findBy(target, main),
      }
    })
  plans.set(entity, links)
  return links
}

function findBy(target: Entity, main: Referrer): Link['findBy'] {
  const { field } = main.reference
  if (target.key.includes(field)) return { column: 'natural_key', folded: true }
  if (target.unique.some((names) => names.join() === field))
    return { column: uniqueColumn([field]), folded: true }
  return { column: columnName(field), folded: false }
}

/** The levels above the target that are fields of the record, except those that identify the target. */
const ancestorsOf = (main: Referrer, parts: Readonly<Record<string, string>>): Ancestor[] =>
  levelsBeside(main)
    .filter(({ own }) => !Object.values(parts).includes(own))
    .map(({ level, own }) => ({ ...level, own }))

/** The number of cells that a link reads, in order: parts, pairs, ancestors. */
export const cellsOfLink = (link: Link): number =>
  Object.keys(link.parts).length + link.paired.length + link.ancestors.length

/** Selects the target of a link with the day it was retired and its cells as v0, v1, …; the same `width` for all links of a record allows a union. */
export function selectLink(
  dialect: Dialect,
  link: Link,
  index: number,
  width: number,
  find: RawBuilder<unknown>,
): RawBuilder<Row> {
  const joins: RawBuilder<unknown>[] = []
  const aliases = new Map<string, string>([[link.target.name, 't']])
  const aliasAt = (path: readonly Referrer[]): string => {
    let alias = 't'
    for (const step of path) {
      const above = entityNamed(step.reference.entity)
      const known = aliases.get(above.name)
      if (!known) {
        const next = `a${aliases.size}`
        aliases.set(above.name, next)
        const own = sql.ref(`${alias}.${columnName(step.name)}`)
        joins.push(
          sql`join ${sql.table(tableOf(above))} as ${sql.ref(next)} on ${sql.ref(`${next}.${columnName(step.reference.field)}`)} = ${own}`,
        )
      }
      alias = known ?? aliases.get(above.name)!
    }
    return alias
  }
  const columns = [
    ...Object.keys(link.parts).map((name) => `t.${columnName(name)}`),
    ...link.paired.map(({ reference }) => `t.${columnName(reference.field)}`),
    ...link.ancestors.map(({ path }) => `${aliasAt(path.slice(0, -1))}.${columnName(path.at(-1)!.name)}`),
  ]
  const cells = Array.from({ length: width }, (_, at) => {
    const column = columns[at]
    return sql`${column ? sql.ref(column) : sql`null`} as ${sql.ref(`v${at}`)}`
  })
  const retired = canRetire(link.target) ? sql.ref(`t.${columnName(retiredOnField)}`) : sql`null`
  return sql`select ${sql.lit(index)} as link, ${retired} as retired, ${sql.join(cells)} from ${sql.table(tableOf(link.target))} as t ${sql.join(joins, sql` `)} where ${sql.ref(`t.${link.findBy.column}`)} ${find} ${sql.raw(dialect.shareLock('t'))}`
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { Dialect, Tx } from './dialect.ts'
import { letOthersIn } from './let-others-in.ts'
import { inParts, lockWhere } from './record-sets.ts'
import { linksOf, type Link } from './reference-plan.ts'

/** Every link that leads to an entity; what is paired with a link comes with it. */
export const linksTo = (entity: Entity): Link[] =>
  catalogue.flatMap((each) => linksOf(each).filter((link) => link.target === entity))

/** Whether the link names a key. A name that several records may have is told apart by what is paired with it. */
export const isByKey = (link: Link): boolean => link.findBy.folded

/** The fields of the target a record repeats to say which one it means, and its own fields for them. */
export function tellingParts(link: Link): [target: string, own: string][] {
  const paired = isByKey(link) ? [] : link.paired.map((pair) => [pair.reference.field, pair.name] as const)
  return [...Object.entries(link.parts), ...paired.map(([target, own]): [string, string] => [target, own])]
}

/** The records that refer to any of the targets through a link, held until the transaction ends. */
export async function lockReferrers(
  tx: Tx,
  dialect: Dialect,
  link: Link,
  targets: readonly Readonly<RecordValues>[],
  most: number,
): Promise<StoredRecord[]> {
  const { entity } = link.main
  const found: StoredRecord[] = []
  for (const part of link.main.reference.many ? inParts(targets, 1) : inParts(targets)) {
    const left = most - found.length
    if (left <= 0) break
    found.push(...(await lockWhere(tx, dialect, entity, refersTo(dialect, link, part), left)))
    await letOthersIn()
  }
  return found
}

function refersTo(
  dialect: Dialect,
  link: Link,
  targets: readonly Readonly<RecordValues>[],
): RawBuilder<SqlBool> {
  const { main } = link
  const parts = tellingParts(link)
  if (main.reference.many) {
    const [target] = targets
    const tests = parts.map(([name, own]) =>
      own === main.name
        ? dialect.listContains(columnName(own), String(target![name]))
        : sql<SqlBool>`${sql.ref(columnName(own))} = ${target![name] as Cell}`,
    )
    return sql<SqlBool>`${sql.join(tests, sql` and `)}`
  }
  const columns = parts.map(([, own]) => sql.ref(columnName(own)))
  const values = targets.map((target) => sql`(${sql.join(parts.map(([name]) => target[name] as Cell))})`)
  return columns.length === 1
    ? sql<SqlBool>`${columns[0]!} in (${sql.join(targets.map((target) => target[parts[0]![0]] as Cell))})`
    : sql<SqlBool>`(${sql.join(columns)}) in (values ${sql.join(values)})`
}

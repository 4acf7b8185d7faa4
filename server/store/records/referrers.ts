import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { passCell } from '#domain/catalogue/field.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Dialect, Tx } from '../dialect.ts'
import type { RecordCache } from './known-records.ts'
import { yieldWhenDue } from '../../base/yield-to-event-loop.ts'
import { inParts, lockWhere } from './record-sets.ts'
import { linksOf, type Link } from './reference-plan.ts'

/** All links that refer to an entity; paired fields are part of their link. */
export const linksTo = (entity: Entity): Link[] =>
  catalogue.flatMap((each) => linksOf(each).filter((link) => link.target === entity))

/** Whether the link refers to a unique key; a name that is not unique is identified together with its paired fields. */
export const isByKey = (link: Link): boolean => link.findBy.folded

/** The fields of the target that identify it, with the referring fields. */
export function identifyingParts(link: Link): [target: string, own: string][] {
  const paired = isByKey(link) ? [] : link.paired.map((pair) => [pair.reference.field, pair.name] as const)
  return [...Object.entries(link.parts), ...paired.map(([target, own]): [string, string] => [target, own])]
}

/** The records that refer to any of the targets through a link, locked until the transaction ends. */
export async function lockReferrers(
  tx: Tx,
  dialect: Dialect,
  link: Link,
  targets: readonly Readonly<RecordValues>[],
  maxRecords: number,
  known?: RecordCache,
): Promise<StoredRecord[]> {
  const { entity } = link.main
  const found: StoredRecord[] = []
  for (const part of link.main.reference.many ? inParts(targets, 1) : inParts(targets)) {
    const left = maxRecords - found.length
    if (left <= 0) break
    found.push(...(await lockWhere(tx, dialect, entity, refersTo(dialect, link, part), left, known)))
    await yieldWhenDue()
  }
  return found
}

function refersTo(
  dialect: Dialect,
  link: Link,
  targets: readonly Readonly<RecordValues>[],
): RawBuilder<SqlBool> {
  const { main } = link
  const parts = identifyingParts(link)
  if (main.reference.many) {
    const [target] = targets
    const tests = parts.map(([name, own]) =>
      own === main.name
        ? dialect.listContains(columnName(own), textAt(target!, name))
        : sql<SqlBool>`${sql.ref(columnName(own))} = ${passCell(target![name]!)}`,
    )
    return sql<SqlBool>`${sql.join(tests, sql` and `)}`
  }
  const columns = parts.map(([, own]) => sql.ref(columnName(own)))
  const values = targets.map((target) => sql`(${sql.join(parts.map(([name]) => passCell(target[name]!)))})`)
  return columns.length === 1
    ? sql<SqlBool>`${columns[0]!} in (${sql.join(targets.map((target) => passCell(target[parts[0]![0]]!)))})`
    : sql<SqlBool>`(${sql.join(columns)}) in (values ${sql.join(values)})`
}

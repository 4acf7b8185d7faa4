import { sql } from 'kysely'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { textsAt } from '#domain/catalogue/values.ts'
import type { Dialect, Row, Tx } from '../dialect.ts'
import { yieldWhenDue } from '../../base/yield-to-event-loop.ts'
import { inParts } from './record-sets.ts'
import { cellsOfLink, selectLink, type Link } from './reference-plan.ts'
import { keyOfLink } from './references.ts'

/**
 * Finds records that refer to a missing target or disagree with it: the check of `resolveReferences` for thousands of records in
 * a few statements, without completing values and without messages.
 */
export async function findDisagreeing(
  tx: Tx,
  dialect: Dialect,
  link: Link,
  records: readonly Readonly<RecordValues>[],
): Promise<Readonly<RecordValues>[]> {
  const wanted = new Set<string>()
  for (const values of records) {
    for (const item of itemsOf(link, values)) {
      const key = keyOfLink(link, values, item)
      if (key !== null) wanted.add(key)
    }
  }
  const byKey = new Map<string, Row[]>()
  for (const part of inParts([...wanted])) {
    const find = sql`in (${sql.join(part)})`
    const { rows } = await selectLink(dialect, link, 0, cellsOfLink(link), find).execute(tx)
    for (const row of rows) {
      const named = Object.fromEntries(Object.entries(link.parts).map(([, own], at) => [own, row[`v${at}`]!]))
      const key = keyOfLink(link, named, named[link.main.name]!)!
      byKey.set(key, [...(byKey.get(key) ?? []), row])
    }
    await yieldWhenDue()
  }
  return records.filter((values) =>
    itemsOf(link, values).some((item, at) => {
      const key = keyOfLink(link, values, item)
      return key !== null && !byKey.get(key)?.some((row) => agrees(link, values, item, at, row))
    }),
  )
}

const itemsOf = ({ main }: Link, values: Readonly<RecordValues>): readonly string[] =>
  textsAt(values, main.name)

function agrees(
  { main, parts, paired, ancestors }: Link,
  values: Readonly<RecordValues>,
  item: string,
  at: number,
  row: Row,
): boolean {
  const cells = [
    ...Object.values(parts).map((own) => (own === main.name ? item : values[own])),
    ...paired.map(({ name }) => {
      const value = values[name] ?? null
      return Array.isArray(value) ? value[at] : value
    }),
    // A list may refer to several territories; only a single reference has to agree.
    ...ancestors.map(({ own }) => (main.reference.many ? null : values[own])),
  ]
  return cells.every((cell, index) => (cell ?? null) === null || cell === row[`v${index}`])
}

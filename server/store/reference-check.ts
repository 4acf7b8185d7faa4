import { sql } from 'kysely'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import type { Dialect, Row, Tx } from './dialect.ts'
import { letOthersIn } from './let-others-in.ts'
import { inParts } from './record-sets.ts'
import { cellsOfLink, selectLink, type Link } from './reference-plan.ts'
import { keyOfLink } from './references.ts'

/**
 * Which of many records refer through a link to what is not there, or disagree with it: what `resolveReferences` says of
 * one record, asked of thousands in a few statements. It mends nothing and has no sentences.
 */
export async function disagreeing(
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
      const named = Object.fromEntries(
        Object.entries(link.parts).map(([, own], at) => [own, row[`v${at}`] as Value]),
      )
      const key = keyOfLink(link, named, named[link.main.name]!)!
      byKey.set(key, [...(byKey.get(key) ?? []), row])
    }
    await letOthersIn()
  }
  return records.filter((values) =>
    itemsOf(link, values).some((item, at) => {
      const key = keyOfLink(link, values, item)
      return key !== null && !byKey.get(key)?.some((row) => agrees(link, values, item, at, row))
    }),
  )
}

function itemsOf({ main }: Link, values: Readonly<RecordValues>): readonly string[] {
  const value = values[main.name] ?? null
  if (value === null) return []
  return Array.isArray(value) ? (value as string[]) : [value as string]
}

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
    // A list may name what lies elsewhere; only one record has one place.
    ...ancestors.map(({ own }) => (main.reference.many ? null : values[own])),
  ]
  return cells.every((cell, place) => (cell ?? null) === null || cell === row[`v${place}`])
}

import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import type { Cell, Value } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { foldText, listInWords } from '#domain/text.ts'
import type { Condition, Dialect, Row, Tx } from './dialect.ts'
import { runPrepared } from './prepared.ts'
import { cellsOfLink, linksOf, selectLink, type Link } from './reference-plan.ts'

/**
 * Checks that everything a record refers to exists and that it all agrees, and completes what follows from it: the
 * spelling of a code, the name beside a code, the levels above the lowest one given. One read for all references.
 */
export async function resolveReferences(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  given: Readonly<RecordValues>,
  read: ReadTargets = readTargets,
): Promise<{ values: RecordValues; problems: FieldProblem[] }> {
  const links = linksOf(entity)
  const values = { ...given }
  const problems: FieldProblem[] = []
  if (links.length === 0) return { values, problems }
  for (const link of links) await findByPair(tx, link, values, problems)
  const found = await read(tx, dialect, entity, links, values)
  for (const [at, link] of links.entries()) settleLink(link, found.get(at) ?? [], values, problems)
  for (const link of links) {
    if (link.target === entity && !link.main.reference.many)
      problems.push(...(await circles(tx, link, entity, values)))
  }
  return { values, problems: problems.concat(disagreements(links, found, values, problems)) }
}

/** Picking the name sets the code: where only the paired field is given, it finds the record. */
async function findByPair(tx: Tx, link: Link, values: RecordValues, problems: FieldProblem[]): Promise<void> {
  if (values[link.main.name] !== null) return
  const given = link.paired.find(({ name }) => values[name] !== null)
  if (!given) return
  const names = [values[given.name]].flat() as string[]
  const codes: string[] = []
  for (const name of names) {
    let query = tx
      .selectFrom(link.target.table)
      .select(`${columnName(link.main.reference.field)} as code`)
      .limit(2)
    query = query.where(columnName(given.reference.field), '=', name)
    for (const [target, own] of Object.entries(link.parts)) {
      if (own !== link.main.name) query = query.where(columnName(target), '=', values[own] as Cell)
    }
    const rows = await query.distinct().execute()
    if (rows.length === 1) codes.push(rows[0]!['code'] as string)
    else {
      const many = rows.length > 1
      const message = many
        ? `${given.field.label} ${name} is shared by several ${link.target.plural.toLowerCase()}: say the ${link.main.field.label}`
        : `There is no ${link.target.singular.toLowerCase()} with ${given.field.label} ${name}`
      problems.push({ field: given.name, message })
      return
    }
  }
  values[link.main.name] = link.main.reference.many ? codes : codes[0]!
}

/** What each link of a record leads to: read for one record, or known already where many are checked. */
export type ReadTargets = typeof readTargets

async function readTargets(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  links: readonly Link[],
  values: Readonly<RecordValues>,
): Promise<Map<number, Row[]>> {
  const found = new Map<number, Row[]>()
  const keep = (rows: readonly Row[]): void => {
    for (const row of rows) {
      const at = Number(row['link'])
      found.set(at, [...(found.get(at) ?? []), row])
    }
  }
  const width = Math.max(...links.map(cellsOfLink))
  const single = [...links.entries()].filter(([, link]) => !link.main.reference.many)
  const keys = single.map(([, link]) => keyOfLink(link, values, values[link.main.name] ?? null))
  if (keys.some((key) => key !== null)) {
    const build = (): CompiledQuery<Row> => unitedQuery(tx, dialect, single, width, keys)
    keep(await runPrepared(tx, dialect, `targets of ${entity.name}`, build, keys))
  }
  for (const [at, link] of links.entries()) {
    const items = values[link.main.name]
    if (!link.main.reference.many || !Array.isArray(items)) continue
    const wanted = items.map((item) => keyOfLink(link, values, item)).filter((key) => key !== null)
    if (wanted.length === 0) continue
    keep((await selectLink(dialect, link, at, width, sql`in (${sql.join(wanted)})`).execute(tx)).rows)
  }
  return found
}

/** The same, without what the asker does not see: to him it is not there. What he did not choose himself is kept. */
export function targetsWithin(
  limits: (entity: string, table: string) => Condition | undefined,
  kept: Readonly<RecordValues> = {},
): ReadTargets {
  return async (tx, dialect, entity, links, values) => {
    const found = await readTargets(tx, dialect, entity, links, values)
    for (const [at, link] of links.entries()) {
      const { target, main } = link
      const [rows, limit] = [found.get(at) ?? [], limits(target.name, target.table)]
      if (!limit || rows.length === 0 || values[main.name] === kept[main.name]) continue
      const cell = `v${Object.keys(link.parts).indexOf(main.reference.field)}`
      const column = columnName(main.reference.field)
      const seen = await tx
        .selectFrom(target.table)
        .select(`${column} as code`)
        .where(
          `${target.table}.${column}`,
          'in',
          rows.map((row) => row[cell] as Cell),
        )
        .where(limit.test())
        .execute()
      const codes = new Set(seen.map(({ code }) => code))
      found.set(
        at,
        rows.filter((row) => codes.has(row[cell] as Cell)),
      )
    }
    return found
  }
}

const mostSteps = 50

/** Who reports to whom must lead somewhere: a record is never above itself, directly or through others. */
async function circles(
  tx: Tx,
  link: Link,
  entity: Entity,
  values: Readonly<RecordValues>,
): Promise<FieldProblem[]> {
  const { main, findBy } = link
  const own = keyOfLink(link, values, values[main.reference.field] ?? null)
  let above = keyOfLink(link, values, values[main.name] ?? null)
  for (let step = 0; above !== null && step < mostSteps; step++) {
    if (above === own) {
      return [
        {
          field: main.name,
          message: `${nameRecord(entity, values)} cannot be above itself (${main.field.label})`,
        },
      ]
    }
    const row = await tx
      .selectFrom(entity.table)
      .select(
        [...new Set([main.name, ...Object.values(link.parts)])].map(
          (name) => `${columnName(name)} as ${name}`,
        ),
      )
      .where(findBy.column, '=', above)
      .executeTakeFirst()
    above = row ? keyOfLink(link, row as RecordValues, (row[main.name] ?? null) as Value) : null
  }
  return []
}

function unitedQuery(
  tx: Tx,
  dialect: Dialect,
  links: readonly (readonly [number, Link])[],
  width: number,
  keys: readonly (string | null)[],
): CompiledQuery<Row> {
  const selects = links.map(([at, link], place): RawBuilder<unknown> => {
    const select = selectLink(dialect, link, at, width, sql`= ${keys[place]!}`)
    return sql`select * from (${select}) as ${sql.ref(`l${at}`)}`
  })
  return sql<Row>`${sql.join(selects, sql` union all `)}`.compile(tx)
}

/** By what the target is found; null when the record does not say enough to look. */
export function keyOfLink(link: Link, values: Readonly<RecordValues>, item: Value): string | null {
  const named: RecordValues = {}
  for (const [target, own] of Object.entries(link.parts)) {
    const value = own === link.main.name ? item : (values[own] ?? null)
    if (value === null) return null
    named[target] = value
  }
  if (!link.findBy.folded) return named[link.main.reference.field] as string
  const { target } = link
  const names = link.findBy.column === 'natural_key' ? target.key : [link.main.reference.field]
  return joinKey(target, names, named)
}

function settleLink(link: Link, rows: readonly Row[], values: RecordValues, problems: FieldProblem[]): void {
  const { main } = link
  const value = values[main.name] ?? null
  if (value === null) return
  if (Array.isArray(value)) return settleList(link, value, rows, values, problems)
  const unknownPart = Object.values(link.parts).some((own) => (values[own] ?? null) === null)
  if (rows.length === 0) {
    if (!unknownPart) problems.push({ field: main.name, message: noSuch(link, String(value), values) })
    return
  }
  const row = bestMatch(link, rows, values)
  for (const [at, own] of Object.values(link.parts).entries()) values[own] = row[`v${at}`] as Value
  const first = Object.keys(link.parts).length
  for (const [at, pair] of link.paired.entries()) {
    const real = row[`v${first + at}`] as string
    const said = values[pair.name] ?? null
    const sure = rows.every((each) => each[`v${first + at}`] === real)
    if (said === null && sure) values[pair.name] = real
    else if (said !== null && foldText(String(said)) === foldText(real)) values[pair.name] = real
    else if (said !== null) {
      problems.push({
        field: pair.name,
        message: `${link.target.singular} ${String(value)} has ${pair.field.label} ${real}, not ${String(said)}`,
      })
    }
  }
}

/** Several records may share a name (crops do); the one that agrees with most of what was said is meant. */
function bestMatch(link: Link, rows: readonly Row[], values: Readonly<RecordValues>): Row {
  const first = Object.keys(link.parts).length
  const agreeing = (row: Row): number =>
    link.paired.filter(
      (pair, at) => foldText(String(values[pair.name])) === foldText(String(row[`v${first + at}`])),
    ).length
  return rows.reduce((best, row) => (agreeing(row) > agreeing(best) ? row : best))
}

function settleList(
  link: Link,
  items: readonly string[],
  rows: readonly Row[],
  values: RecordValues,
  problems: FieldProblem[],
): void {
  const { main, target } = link
  const place = Object.keys(link.parts).indexOf(main.reference.field)
  const real = target.fields[main.reference.field]!
  const byKey = new Map(rows.map((row) => [real.toKey(row[`v${place}`] as Value), row]))
  const missing = items.filter((item) => !byKey.has(real.toKey(item)))
  if (missing.length > 0) {
    problems.push(...missing.map((item) => ({ field: main.name, message: noSuch(link, item, values) })))
    return
  }
  const matched = [...new Set(items.map((item) => byKey.get(real.toKey(item))!))]
  values[main.name] = matched.map((row) => row[`v${place}`] as string)
  const first = Object.keys(link.parts).length
  for (const [at, pair] of link.paired.entries()) {
    const names = matched.map((row) => row[`v${first + at}`] as string)
    const strange = ([values[pair.name] ?? []].flat() as string[]).filter(
      (said) => !names.some((name) => foldText(name) === foldText(said)),
    )
    for (const said of strange) {
      problems.push({
        field: pair.name,
        message: `${pair.field.label}: ${said} is not the name of ${listInWords(values[main.name] as string[], 'or')}`,
      })
    }
    values[pair.name] = names
  }
}

function noSuch(link: Link, value: string, values: Readonly<RecordValues>): string {
  const within = Object.entries(link.parts)
    .filter(([, own]) => own !== link.main.name)
    .map(([, own]) => `${own.split('_')[0]!.toLowerCase()} ${String(values[own])}`)
  const place = within.length > 0 ? ` in ${within.join(', ')}` : ''
  return `There is no ${link.target.singular.toLowerCase()} ${value}${place} (${link.main.field.label})`
}

/** A path up the tree must be one path: "Pool P-AHM belongs to state GJ, not MH". Levels not given are filled in. */
function disagreements(
  links: readonly Link[],
  found: ReadonlyMap<number, readonly Row[]>,
  values: RecordValues,
  known: readonly FieldProblem[],
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const doubtful = new Set(known.map((problem) => problem.field))
  for (const [at, link] of links.entries()) {
    const row = found.get(at)?.[0]
    if (!row || link.main.reference.many) continue
    const first = Object.keys(link.parts).length + link.paired.length
    for (const [n, ancestor] of link.ancestors.entries()) {
      const real = row[`v${first + n}`] as string
      const said = values[ancestor.own] ?? null
      if (said === null) values[ancestor.own] = real
      else if (foldText(String(said)) !== foldText(real) && !doubtful.has(ancestor.own)) {
        problems.push({
          field: link.main.name,
          message: `${link.target.singular} ${String(values[link.main.name])} belongs to ${ancestor.entity.singular.toLowerCase()} ${real}, not ${String(said)}`,
        })
      }
    }
  }
  return problems
}

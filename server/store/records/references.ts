import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import { passCell, type Value, showPlain } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { foldText, formatList } from '#domain/text.ts'
import { numberAt, textAt, textsAt } from '#domain/catalogue/values.ts'
import { dynamic, type Condition, type Dialect, type Row, type Tx } from '../dialect.ts'
import { runPrepared } from '../query/prepared.ts'
import { findByFormerKeys } from './former-codes.ts'
import { refuseRetired } from './retired-targets.ts'
import { cellsOfLink, linksOf, selectLink, type Link } from './reference-plan.ts'
import { t } from '#domain/messages/t.ts'

interface ResolveOptions {
  read?: ReadTargets
  /** Stored values: a reference that is unchanged may be to a retired record. */
  previous?: Readonly<RecordValues> | undefined
  mayBeRetired?: boolean | undefined
}

/**
 * Checks that all targets of a record exist and agree, and completes values: the spelling of a code, the name for a code, the
 * levels above the lowest one given. One statement for all references.
 */
export async function resolveReferences(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  given: Readonly<RecordValues>,
  { read = readTargets, previous = {}, mayBeRetired = false }: ResolveOptions = {},
): Promise<{ values: RecordValues; problems: FieldProblem[] }> {
  const links = linksOf(entity)
  const values = { ...given }
  const problems: FieldProblem[] = []
  if (links.length === 0) return { values, problems }
  for (const link of links) await findByPair(tx, link, values, problems)
  const found = await read(tx, dialect, entity, links, values)
  for (const [at, link] of links.entries()) applyLink(link, found.get(at) ?? [], values, problems)
  if (!mayBeRetired && !entity.statesFacts)
    for (const [at, link] of links.entries())
      problems.push(...refuseRetired(link, found.get(at) ?? [], values, previous))
  for (const link of links) {
    if (link.target === entity && !link.main.reference.many)
      problems.push(...(await findCycles(tx, link, entity, values)))
  }
  return { values, problems: problems.concat(disagreements(links, found, values, problems)) }
}

/** Looks up the code if only the paired name is given. */
async function findByPair(tx: Tx, link: Link, values: RecordValues, problems: FieldProblem[]): Promise<void> {
  if (values[link.main.name] !== null) return
  const given = link.paired.find(({ name }) => values[name] !== null)
  if (!given) return
  const names = textsAt(values, given.name)
  const codes: string[] = []
  for (const name of names) {
    let query = dynamic(tx)
      .selectFrom(tableOf(link.target))
      .select(`${columnName(link.main.reference.field)} as code`)
      .limit(2)
    query = query.where(columnName(given.reference.field), '=', name)
    for (const [target, own] of Object.entries(link.parts)) {
      if (own !== link.main.name) query = query.where(columnName(target), '=', passCell(values[own]!))
    }
    const rows = await query.distinct().execute()
    if (rows.length === 1) codes.push(textAt(rows[0]!, 'code'))
    else {
      const many = rows.length > 1
      const message = many
        ? t('{label} {name} is shared by several {records}: enter the {code}', {
            label: t(given.field.label),
            name,
            records: t(link.target.plural).toLowerCase(),
            code: t(link.main.field.label),
          })
        : t('There is no {record} with {label} {name}', {
            record: t(link.target.singular).toLowerCase(),
            label: t(given.field.label),
            name,
          })
      problems.push({ field: given.name, message, ...(!many && { unknown: name }) })
      return
    }
  }
  values[link.main.name] = link.main.reference.many ? codes : codes[0]!
}

/** Reads the targets of a record's links: from the database for one record, from a cache for many. */
export type ReadTargets = typeof readTargets

async function readTargets(
  tx: Tx,
  dialect: Dialect,
  entity: Entity,
  links: readonly Link[],
  values: Readonly<RecordValues>,
): Promise<Map<number, Row[]>> {
  const found = new Map<number, Row[]>()
  const collect = (rows: readonly Row[]): void => {
    for (const row of rows) {
      const at = numberAt(row, 'link')
      found.set(at, [...(found.get(at) ?? []), row])
    }
  }
  const width = Math.max(...links.map(cellsOfLink))
  const read = async (at: number, keys: readonly string[]): Promise<Row[]> => {
    const wanted = sql`in (${sql.join([...keys])})`
    return keys.length === 0
      ? []
      : (await selectLink(dialect, links[at]!, at, width, wanted).execute(tx)).rows
  }
  const single = [...links.entries()].filter(([, link]) => !link.main.reference.many)
  const keys = single.map(([, link]) => keyOfLink(link, values, values[link.main.name] ?? null))
  /** The values with the codes of now, by which what is inside a renamed parent is found. */
  const current = { ...values }
  if (keys.some((key) => key !== null)) {
    const build = (): CompiledQuery<Row> => unionQuery(tx, dialect, single, width, keys)
    collect(await runPrepared(tx, dialect, `targets of ${entity.name}`, build, keys))
    const missing = single.filter(([at], place) => keys[place] !== null && !found.has(at))
    for (const [at, link] of missing.toSorted(([, one], [, other]) => partsOf(one) - partsOf(other))) {
      const key = keyOfLink(link, current, current[link.main.name] ?? null)
      if (key === null) continue
      const isInParent = key !== keys[single.findIndex(([each]) => each === at)]
      if (isInParent) collect(await read(at, [key]))
      if (!found.has(at)) collect(await read(at, [...(await formerTargets(tx, link, [key])).values()]))
      const [row] = found.get(at) ?? []
      if (row) current[link.main.name] = row[codeCell(link)]!
    }
  }
  for (const [at, link] of links.entries()) {
    const items = values[link.main.name]
    if (!link.main.reference.many || !Array.isArray(items)) continue
    const byKey = new Map(items.map((item) => [keyOfLink(link, current, item), item]))
    const wanted = [...byKey.keys()].filter((key) => key !== null)
    collect(await read(at, wanted))
    const known = new Set((found.get(at) ?? []).map((row) => keyOfRow(link, row)))
    const former = await formerTargets(
      tx,
      link,
      wanted.filter((key) => !known.has(key)),
    )
    const rows = await read(at, [...new Set(former.values())])
    for (const [key, now] of former)
      collect(
        rows.filter((row) => keyOfRow(link, row) === now).map((row) => ({ ...row, former: byKey.get(key)! })),
      )
  }
  return found
}

/** The keys of now of targets that had these keys before. */
export async function formerTargets(
  tx: Tx,
  link: Link,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (!link.findBy.folded) return new Map()
  const former = await findByFormerKeys(tx, link.target, keys, link.findBy.column)
  return new Map([...former].map(([before, { key }]) => [before, key]))
}

const partsOf = (link: Link): number => Object.keys(link.parts).length

/** The cell with the field that is referred to. */
export const codeCell = (link: Link): string =>
  `v${Object.keys(link.parts).indexOf(link.main.reference.field)}`

/** Like `readTargets`, but without targets outside the actor's scope; references unchanged from `previous` are not limited. */
export function targetsInScope(
  scope: (entity: string, table: string) => Condition | undefined,
  previous: Readonly<RecordValues> = {},
): ReadTargets {
  return async (tx, dialect, entity, links, values) => {
    const found = await readTargets(tx, dialect, entity, links, values)
    for (const [at, link] of links.entries()) {
      const { target, main } = link
      const [rows, limit] = [found.get(at) ?? [], scope(target.name, tableOf(target))]
      if (!limit || rows.length === 0 || values[main.name] === previous[main.name]) continue
      const cell = codeCell(link)
      const column = columnName(main.reference.field)
      const seen = await dynamic(tx)
        .selectFrom(tableOf(target))
        .select(`${column} as code`)
        .where(
          `${tableOf(target)}.${column}`,
          'in',
          rows.map((row) => row[cell]!),
        )
        .where(limit.test())
        .execute()
      const codes = new Set(seen.map(({ code }) => code))
      found.set(
        at,
        rows.filter((row) => codes.has(row[cell]!)),
      )
    }
    return found
  }
}

const maxSteps = 50

/** Finds cycles in a hierarchy: a record must not be above itself, directly or through others. */
async function findCycles(
  tx: Tx,
  link: Link,
  entity: Entity,
  values: Readonly<RecordValues>,
): Promise<FieldProblem[]> {
  const { main, findBy } = link
  const own = keyOfLink(link, values, values[main.reference.field] ?? null)
  let above = keyOfLink(link, values, values[main.name] ?? null)
  for (let step = 0; above !== null && step < maxSteps; step++) {
    if (above === own) {
      return [
        {
          field: main.name,
          message: t('{name} cannot be above itself ({label})', {
            name: nameRecord(entity, values),
            label: t(main.field.label),
          }),
        },
      ]
    }
    const row = await dynamic(tx)
      .selectFrom(tableOf(entity))
      .select(
        [...new Set([main.name, ...Object.values(link.parts)])].map(
          (name) => `${columnName(name)} as ${name}`,
        ),
      )
      .where(findBy.column, '=', above)
      .executeTakeFirst()
    above = row ? keyOfLink(link, row, row[main.name] ?? null) : null
  }
  return []
}

function unionQuery(
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

/** The key by which the target is looked up; null if the record has too few values. */
export function keyOfLink(link: Link, values: Readonly<RecordValues>, item: Value): string | null {
  const named: RecordValues = {}
  for (const [target, own] of Object.entries(link.parts)) {
    const value = own === link.main.name ? item : (values[own] ?? null)
    if (value === null) return null
    named[target] = value
  }
  if (!link.findBy.folded) return textAt(named, link.main.reference.field)
  const { target } = link
  const names = link.findBy.column === 'natural_key' ? target.key : [link.main.reference.field]
  return joinKey(target, names, named)
}

/** The key by which a target that was read is looked up. */
export function keyOfRow(link: Link, row: Row): string {
  const named = Object.fromEntries(Object.keys(link.parts).map((part, at) => [part, row[`v${at}`]!]))
  const { field } = link.main.reference
  if (!link.findBy.folded) return textAt(named, field)
  return joinKey(link.target, link.findBy.column === 'natural_key' ? link.target.key : [field], named)
}

function applyLink(link: Link, rows: readonly Row[], values: RecordValues, problems: FieldProblem[]): void {
  const { main } = link
  const value = values[main.name] ?? null
  if (value === null) return
  if (Array.isArray(value)) return applyList(link, value, rows, values, problems)
  const unknownPart = Object.values(link.parts).some((own) => (values[own] ?? null) === null)
  if (rows.length === 0) {
    if (!unknownPart) problems.push(missingProblem(link, String(value), values))
    return
  }
  const row = bestMatch(link, rows, values)
  for (const [at, own] of Object.values(link.parts).entries()) values[own] = row[`v${at}`]!
  const first = Object.keys(link.parts).length
  for (const [at, pair] of link.paired.entries()) {
    const actual = textAt(row, `v${first + at}`)
    const given = values[pair.name] ?? null
    const isUnambiguous = rows.every((each) => each[`v${first + at}`] === actual)
    if (given === null && isUnambiguous) values[pair.name] = actual
    else if (given !== null && foldText(String(given)) === foldText(actual)) values[pair.name] = actual
    else if (given !== null) {
      problems.push({
        field: pair.name,
        message: t('{record} {code} has {label} {actual}, not {given}', {
          record: t(link.target.singular),
          code: String(value),
          label: t(pair.field.label),
          actual,
          given: String(given),
        }),
      })
    }
  }
}

/** Several records may share a name (crops do); the one that agrees with most of the given values is used. */
function bestMatch(link: Link, rows: readonly Row[], values: Readonly<RecordValues>): Row {
  const first = Object.keys(link.parts).length
  const agreeing = (row: Row): number =>
    link.paired.filter(
      (pair, at) =>
        foldText(showPlain(values[pair.name] ?? null)) === foldText(textAt(row, `v${first + at}`)),
    ).length
  return rows.reduce((best, row) => (agreeing(row) > agreeing(best) ? row : best))
}

function applyList(
  link: Link,
  items: readonly string[],
  rows: readonly Row[],
  values: RecordValues,
  problems: FieldProblem[],
): void {
  const { main, target } = link
  const cell = codeCell(link)
  const actual = target.fields[main.reference.field]!
  const byKey = new Map(rows.map((row) => [toKey(actual, row['former'] ?? row[cell]!), row]))
  const missing = items.filter((item) => !byKey.has(toKey(actual, item)))
  if (missing.length > 0) {
    problems.push(...missing.map((item) => missingProblem(link, item, values)))
    return
  }
  const all = items.map((item) => byKey.get(toKey(actual, item))!)
  // A former code and the code of now are the same record.
  const matched = [...new Map(all.map((row) => [textAt(row, cell), row])).values()]
  const codes = matched.map((row) => textAt(row, cell))
  values[main.name] = codes
  const first = Object.keys(link.parts).length
  for (const [at, pair] of link.paired.entries()) {
    const names = matched.map((row) => textAt(row, `v${first + at}`))
    const unknown = textsAt(values, pair.name).filter(
      (given) => !names.some((name) => foldText(name) === foldText(given)),
    )
    for (const given of unknown) {
      problems.push({
        field: pair.name,
        message: t('{label}: {given} is not the name of {codes}', {
          label: t(pair.field.label),
          given,
          codes: formatList(codes, 'or'),
        }),
      })
    }
    values[pair.name] = names
  }
}

/** "company", for the field of a branch that refers to its company. */
function nameOfLevel({ fields }: Entity, name: string): string {
  const { label, reference } = fields[name]!
  return t(reference ? entityNamed(reference.entity).singular : label).toLowerCase()
}

const missingProblem = (link: Link, value: string, values: Readonly<RecordValues>): FieldProblem => ({
  field: link.main.name,
  message: describeMissing(link, value, values),
  unknown: value,
})

function describeMissing(link: Link, value: string, values: Readonly<RecordValues>): string {
  const parents = Object.entries(link.parts)
    .filter(([, own]) => own !== link.main.name)
    .map(([target, own]) => `${nameOfLevel(link.target, target)} ${showPlain(values[own] ?? null)}`)
  const record = t(link.target.singular).toLowerCase()
  const label = t(link.main.field.label)
  return parents.length === 0
    ? t('There is no {record} {value} ({label})', { record, value, label })
    : t('There is no {record} {value} in {parents} ({label})', {
        record,
        value,
        parents: parents.join(', '),
        label,
      })
}

/** The levels of the territory must agree: "Pool P-AHM belongs to state GJ, not MH". Missing levels are filled in. */
function disagreements(
  links: readonly Link[],
  found: ReadonlyMap<number, readonly Row[]>,
  values: RecordValues,
  known: readonly FieldProblem[],
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const failedFields = new Set(known.map((problem) => problem.field))
  for (const [at, link] of links.entries()) {
    const row = found.get(at)?.[0]
    if (!row || link.main.reference.many) continue
    const first = Object.keys(link.parts).length + link.paired.length
    for (const [n, ancestor] of link.ancestors.entries()) {
      const actual = textAt(row, `v${first + n}`)
      const given = values[ancestor.own] ?? null
      if (given === null) values[ancestor.own] = actual
      else if (foldText(String(given)) !== foldText(actual) && !failedFields.has(ancestor.own)) {
        problems.push({
          field: link.main.name,
          message: t('{record} {code} belongs to {parent} {actual}, not {given}', {
            record: t(link.target.singular),
            code: showPlain(values[link.main.name] ?? null),
            parent: t(ancestor.entity.singular).toLowerCase(),
            actual,
            given: String(given),
          }),
        })
      }
    }
  }
  return problems
}

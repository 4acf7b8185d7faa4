import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { levelsAbove, type Level } from '#domain/catalogue/levels.ts'
import { conflict } from '#domain/problem.ts'
import type { Dialect, Tx } from '../store/dialect.ts'
import { findByColumn } from '../store/record-sets.ts'
import type { Link } from '../store/reference-plan.ts'
import { linksTo, lockReferrers, tellingParts } from '../store/referrers.ts'
import { hasNamesake } from '../store/usages.ts'
import { nameOf, sameValue, tooMany, type Change, type Changes } from './repoint-changes.ts'

export interface Around {
  tx: Tx
  dialect: Dialect
}

export interface PlanOptions {
  /** Two that become one: merged as well, the one that follows into the one that was there. */
  mergesTwins?: boolean
  /** What else cannot stand beside each other in a merge. */
  settle?: (around: Around, entity: Entity, changes: Changes) => Promise<void>
}

/**
 * From what changes to everything that repeats it. Entities come in the order of the catalogue, parents first, so that
 * all that happens to a record is known before those who refer to it are asked for.
 */
export async function planFollowers(
  around: Around,
  changes: Changes,
  options: PlanOptions = {},
): Promise<void> {
  for (const change of changes.all()) await lookAbove(around, changes, change)
  for (const entity of catalogue) {
    if (changes.of(entity).length === 0) continue
    await settleTwins(around, entity, changes, options.mergesTwins ?? false)
    await options.settle?.(around, entity, changes)
    for (const link of linksTo(entity)) await followLink(around, link, changes)
  }
}

/** A record that is moved takes what lies below it under other levels, further up as well. */
async function lookAbove(around: Around, changes: Changes, change: Change): Promise<void> {
  const { entity, record, after, fate, above } = change
  if (!after || fate === 'comes back') return
  for (const level of levelsAbove(entity)) {
    const [{ name, reference }] = level.path as [Level['path'][number]]
    const from = record[name] as string
    const to = after[name] as string
    if (from === to) continue
    const parents = changes.of(entityNamed(reference.entity))
    // Its parent is renamed: whoever repeats the parent's code refers to the parent.
    if (parents.some((each) => each.record[reference.field] === from && each.after?.[reference.field] === to))
      continue
    const code = { from: await codeAt(around, level, from), to: await codeAt(around, level, to, changes) }
    if (code.from !== undefined && code.to !== undefined && code.from !== code.to)
      above.set(level.entity.name, { from: code.from, to: code.to })
  }
}

/** The code of a level, from the one below it on upwards: as it is, or as it will be. */
async function codeAt(
  { tx }: Around,
  level: Level,
  start: string,
  changes?: Changes,
): Promise<string | undefined> {
  let code = start
  for (const [at, step] of level.path.slice(0, -1).entries()) {
    const parent = entityNamed(step.reference.entity)
    const { field } = step.reference
    const planned = changes?.of(parent).find((each) => each.fate !== 'goes' && each.after?.[field] === code)
    const record = planned?.after ?? (await findByColumn(tx, parent, columnName(field), [code]))[0]
    if (!record) return undefined
    code = record[level.path[at + 1]!.name] as string
  }
  return code
}

async function followLink(around: Around, link: Link, changes: Changes): Promise<void> {
  const told = tellingParts(link)
  const concerns = [...told.map(([target]) => target), ...link.paired.map(({ reference }) => reference.field)]
  const targets = changes.of(link.target).filter(({ fate, record, after, above }) => {
    if (fate === 'comes back') return false
    if (fate === 'goes' || concerns.some((name) => !sameValue(record[name], after![name]))) return true
    return (
      above.size > 0 &&
      (link.main.reference.parent || link.ancestors.some((level) => above.has(level.entity.name)))
    )
  })
  const sure: Change[] = []
  for (const target of targets) {
    if (!(await hasNamesake(around.tx, around.dialect, link.target, link.main, target.record)))
      sure.push(target)
  }
  if (sure.length === 0) return
  // One more than may be is enough to know that there are too many.
  const most = changes.left + changes.of(link.main.entity).length + 1
  const records = sure.map(({ record }) => record)
  const found = await lockReferrers(around.tx, around.dialect, link, records, most)
  if (found.length === most) throw tooMany()
  const keyOf = (values: Readonly<RecordValues>, names: readonly string[], item?: string): string =>
    JSON.stringify(names.map((name) => (name === link.main.name && item !== undefined ? item : values[name])))
  const targetNames = told.map(([target]) => target)
  const ownNames = told.map(([, own]) => own)
  const byKey = new Map(sure.map((target) => [keyOf(target.record, targetNames), target]))
  for (const record of found) {
    const change = changes.get(link.main.entity, record.id) ?? changes.add(link.main.entity, record)
    if (change.fate === 'goes') continue
    const named = record[link.main.name]
    for (const item of Array.isArray(named) ? (named as string[]) : [undefined]) {
      const target = byKey.get(keyOf(record, ownNames, item))
      if (target) follow(link, change, target)
    }
  }
}

function follow(link: Link, change: Change, target: Change): void {
  const { main, parts, paired, ancestors } = link
  const values = change.after!
  if (!target.after) {
    if (refersStill(link, values, target)) throw inTheWay(change, target)
    return
  }
  const { record, after } = target
  for (const [name, own] of Object.entries(parts)) {
    if (own === main.name && main.reference.many) continue
    // Whoever reports to a branch does not move to another company because that branch does.
    if (own !== main.name && link.target === main.entity) continue
    if (!sameValue(record[name], after[name])) values[own] = after[name]!
  }
  if (main.reference.many) followInList(link, values, target)
  else {
    for (const { name, reference } of paired) {
      if (values[name] !== null) values[name] = after[reference.field]!
    }
  }
  for (const { entity, own } of ancestors) {
    const level = target.above.get(entity.name)
    if (level && values[own] !== null) values[own] = level.to
  }
  if (main.reference.parent) for (const [name, level] of target.above) change.above.set(name, level)
}

/** A list names each but once, and the names beside the codes stay beside them. */
function followInList({ main, paired }: Link, values: RecordValues, { record, after }: Change): void {
  const { field } = main.reference
  const codes = [...(values[main.name] as readonly string[])]
  const at = codes.indexOf(record[field] as string)
  if (at < 0) return
  const isTwice = !sameValue(record[field], after![field]) && codes.includes(after![field] as string)
  codes.splice(at, 1, ...(isTwice ? [] : [after![field] as string]))
  values[main.name] = codes
  for (const { name, reference } of paired) {
    const names = [...((values[name] as readonly string[] | null) ?? [])]
    names.splice(at, 1, ...(isTwice ? [] : [after![reference.field] as string]))
    values[name] = names
  }
}

function refersStill(link: Link, values: Readonly<RecordValues>, { record }: Change): boolean {
  return tellingParts(link).every(([target, own]) => {
    const value = values[own]
    return Array.isArray(value) ? value.includes(record[target] as string) : value === record[target]
  })
}

const inTheWay = (change: Change, target: Change): Error =>
  conflict(
    `${nameOf(change)} refers to ${nameOf(target)} since, so this cannot be taken back. Nothing was changed`,
  )

/** Two records with one key: merged where that is what is wanted, else a sentence that names the other. */
async function settleTwins(
  { tx }: Around,
  entity: Entity,
  changes: Changes,
  mergesTwins: boolean,
): Promise<void> {
  const keyed = changes
    .of(entity)
    .filter(
      ({ fate, record, after }) =>
        fate === 'comes back' ||
        (fate === 'stays' && entity.key.some((name) => record[name] !== after![name])),
    )
  if (keyed.length === 0 || entity.key.length === 0) return
  const keyOf = (values: Readonly<RecordValues>): string => joinKey(entity, entity.key, values)
  const there = new Map<string, Readonly<Record<string, Value>>>()
  const wanted = keyed.map(({ after }) => keyOf(after!))
  for (const record of await findByColumn(tx, entity, 'natural_key', wanted)) {
    const planned = changes.get(entity, record.id)
    const leaves = planned && (planned.fate === 'goes' || keyOf(planned.after!) !== keyOf(record))
    if (!leaves) there.set(keyOf(record), planned?.after ?? record)
  }
  for (const change of keyed) {
    const twin = there.get(keyOf(change.after!))
    if (!twin) there.set(keyOf(change.after!), change.after!)
    else if (twin['id'] === change.record.id) continue
    else if (!mergesTwins || change.fate === 'comes back') throw taken(entity, twin)
    else {
      change.fate = 'goes'
      change.after = { ...twin }
    }
  }
}

export function taken(entity: Entity, twin: Readonly<Record<string, Value>>): Error {
  const name = nameRecord(entity, twin)
  const existing = { id: twin['id'] as string, name }
  return conflict(`${name} exists already. Merge the two instead?`, [], { existing })
}

import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { levelsAbove, type Level } from '#domain/catalogue/levels.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { conflict } from '#domain/problem.ts'
import { textAt, textsAt } from '#domain/catalogue/values.ts'
import type { Dialect, Tx } from '../store/dialect.ts'
import type { RecordCache } from '../store/records/known-records.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { findByColumn, checkInterval } from '../store/records/record-sets.ts'
import type { Link } from '../store/records/reference-plan.ts'
import { linksTo, lockReferrers, identifyingParts } from '../store/records/referrers.ts'
import { hasNamesake } from '../store/records/usages.ts'
import { nameOf, tooMany, type Change, type Changes } from './reference-changes.ts'
import { t } from '#domain/messages/t.ts'

export interface PlanContext {
  tx: Tx
  dialect: Dialect
  /** Records that need not be read again. */
  known?: RecordCache | undefined
}

export interface PlanOptions {
  /** Whether referrers that end up with the key of an existing record are merged into it. */
  mergesDuplicates?: boolean
  /** Resolves other conflicts between records that a merge brings together. */
  resolveClashes?: (planContext: PlanContext, entity: Entity, changes: Changes) => Promise<void>
}

/**
 * Adds every record that refers to a changed record. Entities are in the order of the catalogue, parents first, so that all
 * changes of a record are known before its referrers are read.
 */
export async function planReferrers(
  planContext: PlanContext,
  changes: Changes,
  options: PlanOptions = {},
): Promise<void> {
  for (const change of changes.all()) await planAncestors(planContext, changes, change)
  for (const entity of catalogue) {
    if (changes.of(entity).length === 0) continue
    await resolveDuplicateKeys(planContext, entity, changes, options.mergesDuplicates ?? false)
    await options.resolveClashes?.(planContext, entity, changes)
    for (const link of linksTo(entity)) await planLink(planContext, link, changes)
  }
}

/** Moving a record also changes the higher levels of everything below it. */
async function planAncestors(planContext: PlanContext, changes: Changes, change: Change): Promise<void> {
  const { entity, record, after, outcome, ancestorCodes } = change
  if (!after || outcome === 'restore') return
  for (const level of levelsAbove(entity)) {
    const [first] = level.path
    if (!first) continue
    const { name, reference } = first
    const [from, to] = [textAt(record, name), textAt(after, name)]
    if (from === to) continue
    const parents = changes.of(entityNamed(reference.entity))
    // The parent is only renamed, and its own referrers are planned from the parent.
    if (parents.some((each) => each.record[reference.field] === from && each.after?.[reference.field] === to))
      continue
    const code = {
      from: await ancestorCode(planContext, level, from),
      to: await ancestorCode(planContext, level, to, changes),
    }
    if (code.from !== undefined && code.to !== undefined && code.from !== code.to)
      ancestorCodes.set(level.entity.name, { from: code.from, to: code.to })
  }
}

/** The code of a level, found by walking up from `start`: as stored, or as planned if `changes` is given. */
async function ancestorCode(
  { tx }: PlanContext,
  level: Level,
  start: string,
  changes?: Changes,
): Promise<string | undefined> {
  let code = start
  for (const [at, step] of level.path.slice(0, -1).entries()) {
    const parent = entityNamed(step.reference.entity)
    const { field } = step.reference
    const planned = changes
      ?.of(parent)
      .find((each) => each.outcome !== 'delete' && each.after?.[field] === code)
    const record = planned?.after ?? (await findByColumn(tx, parent, columnName(field), [code]))[0]
    if (!record) return undefined
    code = textAt(record, level.path[at + 1]!.name)
  }
  return code
}

async function planLink(planContext: PlanContext, link: Link, changes: Changes): Promise<void> {
  const parts = identifyingParts(link)
  const relevantFields = [
    ...parts.map(([target]) => target),
    ...link.paired.map(({ reference }) => reference.field),
  ]
  const targets = changes.of(link.target).filter(({ outcome, record, after, ancestorCodes }) => {
    if (outcome === 'restore') return false
    if (outcome === 'delete' || relevantFields.some((name) => !sameValue(record[name], after![name])))
      return true
    return (
      ancestorCodes.size > 0 &&
      (link.main.reference.parent || link.ancestors.some((level) => ancestorCodes.has(level.entity.name)))
    )
  })
  const unambiguous: Change[] = []
  for (const target of targets) {
    if (!(await hasNamesake(planContext.tx, planContext.dialect, link.target, link.main, target.record)))
      unambiguous.push(target)
  }
  if (unambiguous.length === 0) return
  // One more than allowed is enough to know that there are too many.
  const max = changes.left + changes.of(link.main.entity).length + 1
  const records = unambiguous.map(({ record }) => record)
  const found = await lockReferrers(
    planContext.tx,
    planContext.dialect,
    link,
    records,
    max,
    planContext.known,
  )
  if (found.length === max) throw tooMany()
  const keyOf = (values: Readonly<RecordValues>, names: readonly string[], item?: string): string =>
    names.length === 1
      ? String(item ?? values[names[0]!])
      : JSON.stringify(
          names.map((name) => (name === link.main.name && item !== undefined ? item : values[name])),
        )
  const targetNames = parts.map(([target]) => target)
  const ownNames = parts.map(([, own]) => own)
  const byKey = new Map(
    unambiguous.map((target) => [keyOf(target.record, targetNames), rewriteFor(link, target)]),
  )
  for (const [at, record] of found.entries()) {
    if (at % checkInterval === 0) await yieldWhenDue()
    const change =
      changes.get(link.main.entity, record.id) ??
      changes.add(link.main.entity, record, planContext.known?.takeCopy(record))
    if (change.outcome === 'delete') continue
    const named = record[link.main.name]
    for (const item of Array.isArray(named) ? named : [undefined]) {
      const rewrite = byKey.get(keyOf(record, ownNames, item))
      if (rewrite) updateReferrer(link, change, rewrite)
    }
  }
}

/** What the change of a target writes to each of its referrers; computed once, because a target may have thousands. */
interface ReferrerRewrite {
  target: Change
  values: [own: string, value: Value][]
  /** Written only to fields that are not empty. */
  valuesIfFilled: [own: string, value: Value][]
}

function rewriteFor(link: Link, target: Change): ReferrerRewrite {
  const { main, parts, paired, ancestors } = link
  const { record, after } = target
  const rewrite: ReferrerRewrite = { target, values: [], valuesIfFilled: [] }
  if (!after) return rewrite
  for (const [name, own] of Object.entries(parts)) {
    if (own === main.name && main.reference.many) continue
    // A branch that reports to another branch does not move to another company with it.
    if (own !== main.name && link.target === main.entity) continue
    if (!sameValue(record[name], after[name])) rewrite.values.push([own, after[name]!])
  }
  if (!main.reference.many)
    for (const { name, reference } of paired) rewrite.valuesIfFilled.push([name, after[reference.field]!])
  for (const { entity, own } of ancestors) {
    const level = target.ancestorCodes.get(entity.name)
    if (level) rewrite.valuesIfFilled.push([own, level.to])
  }
  return rewrite
}

function updateReferrer(
  link: Link,
  change: Change,
  { target, values: rewritten, valuesIfFilled }: ReferrerRewrite,
): void {
  const values = change.after!
  if (!target.after) {
    if (stillRefers(link, values, target)) throw blockedProblem(change, target)
    return
  }
  for (const [own, value] of rewritten) values[own] = value
  if (link.main.reference.many) updateReferenceList(link, values, target)
  for (const [own, value] of valuesIfFilled) if (values[own] !== null) values[own] = value
  if (link.main.reference.parent)
    for (const [name, level] of target.ancestorCodes) change.ancestorCodes.set(name, level)
}

/** A list has each code once, and its list of names stays in the same order. */
function updateReferenceList({ main, paired }: Link, values: RecordValues, { record, after }: Change): void {
  const { field } = main.reference
  const codes = [...textsAt(values, main.name)]
  const at = codes.indexOf(textAt(record, field))
  if (at < 0) return
  const code = textAt(after!, field)
  const isRepeated = !sameValue(record[field], code) && codes.includes(code)
  codes.splice(at, 1, ...(isRepeated ? [] : [code]))
  values[main.name] = codes
  for (const { name, reference } of paired) {
    const names = [...textsAt(values, name)]
    names.splice(at, 1, ...(isRepeated ? [] : [textAt(after!, reference.field)]))
    values[name] = names
  }
}

function stillRefers(link: Link, values: Readonly<RecordValues>, { record }: Change): boolean {
  return identifyingParts(link).every(([target, own]) => {
    const value = values[own]
    return Array.isArray(value) ? value.includes(textAt(record, target)) : value === record[target]
  })
}

const blockedProblem = (change: Change, target: Change): Error =>
  conflict(
    t('{record} now refers to {other}, so this cannot be undone. Nothing was changed', {
      record: nameOf(change),
      other: nameOf(target),
    }),
  )

/** Two records with the same key are merged if that is allowed; otherwise throws a problem that names the other record. */
async function resolveDuplicateKeys(
  { tx }: PlanContext,
  entity: Entity,
  changes: Changes,
  mergesDuplicates: boolean,
): Promise<void> {
  const keyed = changes
    .of(entity)
    .filter(
      ({ outcome, record, after }) =>
        outcome === 'restore' ||
        (outcome === 'keep' && entity.key.some((name) => record[name] !== after![name])),
    )
  if (keyed.length === 0 || entity.key.length === 0) return
  const keyOf = (values: Readonly<RecordValues>): string => joinKey(entity, entity.key, values)
  const existing = new Map<string, Readonly<Record<string, Value>>>()
  const wanted = keyed.map(({ after }) => keyOf(after!))
  for (const record of await findByColumn(tx, entity, 'natural_key', wanted)) {
    const planned = changes.get(entity, record.id)
    const leaves = planned && (planned.outcome === 'delete' || keyOf(planned.after!) !== keyOf(record))
    if (!leaves) existing.set(keyOf(record), planned?.after ?? record)
  }
  for (const change of keyed) {
    const duplicate = existing.get(keyOf(change.after!))
    if (!duplicate) existing.set(keyOf(change.after!), change.after!)
    else if (duplicate['id'] === change.record.id) continue
    else if (!mergesDuplicates || change.outcome === 'restore') throw duplicateKeyProblem(entity, duplicate)
    else {
      change.outcome = 'delete'
      change.after = { ...duplicate }
    }
  }
}

export function duplicateKeyProblem(entity: Entity, duplicate: Readonly<Record<string, Value>>): Error {
  const name = nameRecord(entity, duplicate)
  const existing = { id: textAt(duplicate, 'id'), name }
  return conflict(t('{name} exists already. Merge the two instead?', { name }), [], { existing })
}

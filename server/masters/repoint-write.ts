import { sql } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { conflict } from '#domain/problem.ts'
import { counted } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { disagreeing } from '../store/reference-check.ts'
import { linksOf, type Link } from '../store/reference-plan.ts'
import { followInAccess } from './repoint-access.ts'
import { changedFields, isWritten, nameOf, type Change, type Changes } from './repoint-changes.ts'

/** Records that would refer to what is not there, or to two things that do not agree. */
export class Disagreement extends Error {
  readonly changes: readonly Change[]
  constructor(changes: readonly Change[], because: string) {
    super(because)
    this.changes = changes
  }

  get problem(): Error {
    const [first] = this.changes
    const others = this.changes.length - 1
    const among = others > 0 ? ` (and ${counted(others, 'other')})` : ''
    return conflict(`${nameOf(first!)}${among} cannot follow: ${this.message}. Nothing was changed`)
  }
}

/** Writes all of it, parents and children, and looks at the references when everything stands where it will. */
export async function carryOut(ctx: Context, tx: Tx, changes: Changes): Promise<void> {
  const { dialect } = ctx.store
  await sql.raw(dialect.referencesAtEnd).execute(tx)
  try {
    const written = changes.all().filter(isWritten)
    const of = (entity: Entity, fate: Change['fate']): Change[] =>
      written.filter((each) => each.entity === entity && each.fate === fate)
    for (const entity of catalogue.toReversed()) {
      for (const { record } of of(entity, 'goes'))
        await gate(ctx, 'delete', entity.name).using(tx).remove(record)
    }
    for (const entity of catalogue) {
      const staying = of(entity, 'stays').map(({ record, after }) => ({ current: record, values: after! }))
      if (staying.length > 0) await gate(ctx, 'update', entity.name).using(tx).updateMany(staying)
      await followInAccess(tx, entity, of(entity, 'stays'))
      for (const { record, after } of of(entity, 'comes back'))
        await gate(ctx, 'restore', entity.name).using(tx).restore(record, after!)
    }
    await verify(ctx, tx, written)
  } catch (error) {
    // What failed is taken back as a whole; all that matters is that the next one does not find it so.
    await sql
      .raw(dialect.referencesAtOnce)
      .execute(tx)
      .catch(() => {})
    throw error
  }
  await sql.raw(dialect.referencesAtOnce).execute(tx)
}

/** Thousands are looked at together, link by link; the sentence is that of the first that does not agree. */
async function verify(ctx: Context, tx: Tx, written: readonly Change[]): Promise<void> {
  const failing = new Map<Change, Link>()
  for (const entity of catalogue) {
    const own = written.filter((each) => each.entity === entity && each.fate !== 'goes')
    if (own.length === 0) continue
    for (const link of linksOf(entity)) {
      await letOthersIn()
      const names = fieldsOfLink(link)
      const touched = own.filter((change) => changedFields(change).some((name) => names.includes(name)))
      const byValues = new Map(touched.map((change) => [change.after! as Readonly<RecordValues>, change]))
      const wrong = await disagreeing(tx, ctx.store.dialect, link, [...byValues.keys()])
      for (const values of wrong) failing.set(byValues.get(values)!, link)
      if (link.target === entity) {
        for (const change of touched) if (await problemOf(ctx, tx, change, link)) failing.set(change, link)
      }
    }
  }
  const [first] = failing
  if (first) {
    const because = (await problemOf(ctx, tx, ...first)) ?? 'it would refer to what is not there'
    throw new Disagreement([...failing.keys()], because)
  }
}

async function problemOf(
  ctx: Context,
  tx: Tx,
  { entity, after }: Change,
  link: Link,
): Promise<string | undefined> {
  const writer = gate(ctx, 'read', entity.name).using(tx)
  const { problems } = await writer.resolve(onlyFields(entity, fieldsOfLink(link), after!))
  return problems[0]?.message
}

/** With the key, because a record that refers to its own kind must not come to stand above itself. */
const fieldsOfLink = (link: Link): string[] => [
  ...new Set([
    link.main.name,
    ...Object.values(link.parts),
    ...link.paired.map(({ name }) => name),
    ...link.ancestors.map(({ own }) => own),
    ...(link.target === link.main.entity ? [link.main.reference.field, ...link.main.entity.key] : []),
  ]),
]

const onlyFields = (entity: Entity, names: readonly string[], values: Readonly<RecordValues>): RecordValues =>
  Object.fromEntries(
    Object.keys(entity.fields).map((name) => [name, names.includes(name) ? (values[name] ?? null) : null]),
  )

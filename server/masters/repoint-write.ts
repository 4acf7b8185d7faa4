import { sql } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { conflict } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import type { Tx } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { linksOf, type Link } from '../store/reference-plan.ts'
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
    const among = others > 0 ? ` (and ${others.toLocaleString('en-IN')} others)` : ''
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
      if (entity.name === 'role') await renameRoles(tx, of(entity, 'stays'))
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

/** An account holds its role by code, and keeps it under the new one. */
async function renameRoles(tx: Tx, changes: readonly Change[]): Promise<void> {
  for (const { record, after } of changes) {
    const [from, to] = [record['Role_Code'] as string, after!['Role_Code'] as string]
    if (from !== to)
      await tx.updateTable('account').set({ role_code: to }).where('role_code', '=', from).execute()
  }
}

/** What many records say alike, such as state and zone of a thousand customers, is looked at once. */
async function verify(ctx: Context, tx: Tx, written: readonly Change[]): Promise<void> {
  const failing = new Map<Change, string>()
  for (const entity of catalogue) {
    const own = written.filter((each) => each.entity === entity && each.fate !== 'goes')
    if (own.length === 0) continue
    const writer = gate(ctx, 'read', entity.name).using(tx)
    for (const link of linksOf(entity)) {
      const names = fieldsOfLink(link)
      const alike = new Map<string, Change[]>()
      for (const change of own) {
        if (!changedFields(change).some((name) => names.includes(name))) continue
        const key = JSON.stringify(names.map((name) => change.after![name] ?? null))
        const known = alike.get(key)
        if (known) known.push(change)
        else alike.set(key, [change])
      }
      for (const changes of alike.values()) {
        const { problems } = await writer.resolve(onlyFields(entity, names, changes[0]!.after!))
        if (problems.length > 0) for (const change of changes) failing.set(change, problems[0]!.message)
      }
      await letOthersIn()
    }
  }
  if (failing.size > 0) throw new Disagreement([...failing.keys()], [...failing.values()][0]!)
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

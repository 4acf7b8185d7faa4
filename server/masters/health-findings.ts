import { sql } from 'kysely'
import type { Finding, NamedRecord } from '#domain/health/data-health.ts'
import type { Context } from '../context.ts'
import type { Row } from '../store/dialect.ts'
import { named, textOf, type Check, type Fix, type Today } from './health-check.ts'
import { saysOf } from './health-look.ts'
import { checksOf } from './health-rules.ts'
import type { Found } from './health-store.ts'

interface Checked {
  finding: Finding
  fix: Fix | null
  version: number
}

async function rowsById(ctx: Context, check: Check, ids: readonly string[], today: Today): Promise<Row[]> {
  if (ids.length === 0) return []
  const piece = sql<boolean>`${sql.ref(`${check.table}.id`)} in (${sql.join(ids)})`
  return (await check.rows(piece, today).execute(ctx.store.read)).rows
}

const nameIn = (entity: string, row: Row): NamedRecord => {
  const [code, name] = [textOf(row['code']), textOf(row['name'])]
  return { entity, id: textOf(row['id']), name: name === '' || name === code ? code : `${name} (${code})` }
}

/** Looks at these once more, as they are now: those that still hold, in the order they came in. */
export async function checkAll(
  ctx: Context,
  rule: string,
  found: readonly Found[],
  today: Today,
): Promise<Checked[]> {
  const byId = new Map<string, Checked>()
  for (const check of checksOf[rule]!) {
    const own = found.filter(({ entity }) => entity === check.entity)
    const others = own.flatMap(({ otherId }) => otherId ?? [])
    const rows = new Map(
      (
        await rowsById(
          ctx,
          check,
          own.map(({ id }) => id),
          today,
        )
      ).map((row) => [textOf(row['id']), row]),
    )
    for (const row of await rowsById(ctx, check, others, today)) rows.set(textOf(row['id']), row)
    const says = own.length > 0 ? await saysOf(check, ctx.store.read, today) : () => null
    for (const { id, otherId } of own) {
      const row = rows.get(id)
      const other = otherId === null ? undefined : rows.get(otherId)
      const words = row && says(row)
      if (!row || !words || !isSame(check, row, other)) continue
      byId.set(id, checkedOf(check, row, words, other))
    }
  }
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

function isSame({ sameKey }: Check, row: Row, other: Row | undefined): boolean {
  if (!sameKey) return true
  // Which other record it was is not known any more after somebody said it is right; the next look tells.
  return other !== undefined && sameKey(row) === sameKey(other)
}

function checkedOf(check: Check, row: Row, words: string, other: Row | undefined): Checked {
  const fix = check.fix?.(row) ?? null
  return {
    fix,
    version: Number(row['version']),
    finding: {
      ...nameIn(check.entity, row),
      words,
      field: (typeof check.field === 'function' ? check.field(row) : check.field) ?? null,
      fix: fix && {
        words: fix.words,
        ...(fix.isRemoval && { isRemoval: fix.isRemoval }),
        ...(fix.asks && { asks: { label: fix.asks.label, hint: fix.asks.hint } }),
      },
      link: check.link?.(row) ?? null,
      other: other ? nameIn(check.entity, other) : null,
    },
  }
}

/** What the records that a rule is about are called, whether or not they still are findings. */
export async function namesOf(
  ctx: Context,
  rule: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  const names = new Map<string, NamedRecord>()
  for (const check of checksOf[rule]!) {
    if (ids.length === 0) break
    const rows = sql<Row>`select ${named(check.table)} from ${sql.table(check.table)} where id in (${sql.join(ids)})`
    for (const row of (await rows.execute(ctx.store.read)).rows)
      names.set(textOf(row['id']), nameIn(check.entity, row))
  }
  return names
}

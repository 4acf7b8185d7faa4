import { sql } from 'kysely'
import type { Finding, NamedRecord } from '#domain/api/data-quality.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../store/dialect.ts'
import { recordColumns, type Check, type CheckedRow, type Fix, type Today } from './quality-check.ts'
import { describerOf } from './run-checks.ts'
import { checksOf } from './rules.ts'
import type { StoredFinding } from './finding-store.ts'

export interface CheckedFinding {
  finding: Finding
  fix: Fix | null
  version: number
}

async function rowsById(db: Db, check: Check, ids: readonly string[], today: Today): Promise<CheckedRow[]> {
  if (ids.length === 0) return []
  const chunk = sql<boolean>`${sql.ref(`${check.table}.id`)} in (${sql.join(ids)})`
  return (await check.rows(chunk, today).execute(db)).rows
}

const toNamedRecord = (entity: string, row: CheckedRow): NamedRecord => {
  const { id, code, name } = row
  return { entity, id, name: !name || name === code ? code : `${name} (${code})` }
}

/** Checks these findings again; returns those that are still valid, in the same order. */
export async function checkAll(
  db: Db,
  rule: string,
  found: readonly StoredFinding[],
  today: Today,
): Promise<CheckedFinding[]> {
  const byId = new Map<string, CheckedFinding>()
  for (const check of checksOf[rule]!) {
    const own = found.filter(({ entity }) => entity === check.entity)
    const others = own.flatMap(({ otherId }) => otherId ?? [])
    const rows = new Map(
      (
        await rowsById(
          db,
          check,
          own.map(({ id }) => id),
          today,
        )
      ).map((row) => [row.id, row]),
    )
    for (const row of await rowsById(db, check, others, today)) rows.set(row.id, row)
    const describe = own.length > 0 ? await describerOf(check, db, today) : () => null
    for (const { id, otherId } of own) {
      const row = rows.get(id)
      const other = otherId === null ? undefined : rows.get(otherId)
      const words = row && describe(row)
      if (!row || !words || !isSame(check, row, other)) continue
      byId.set(id, toCheckedFinding(check, row, words, other))
    }
  }
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

function isSame({ sameKey }: Check, row: CheckedRow, other: CheckedRow | undefined): boolean {
  if (!sameKey) return true
  // Without the other record, which a removed exception no longer knows, only the next check decides.
  return other !== undefined && sameKey(row) === sameKey(other)
}

function toCheckedFinding(
  check: Check,
  row: CheckedRow,
  words: string,
  other: CheckedRow | undefined,
): CheckedFinding {
  const fix = check.fix?.(row) ?? null
  const field = (typeof check.field === 'function' ? check.field(row) : check.field) ?? null
  return {
    fix,
    version: row.version,
    finding: {
      ...toNamedRecord(check.entity, row),
      words,
      field,
      label: field === null ? null : t(entityNamed(check.entity).fields[field]?.label ?? field),
      fix: fix && {
        words: fix.words,
        ...(fix.isRemoval && { isRemoval: fix.isRemoval }),
        ...(fix.asks && { asks: { label: fix.asks.label, hint: fix.asks.hint } }),
      },
      link: check.link?.(row) ?? null,
      other: other ? toNamedRecord(check.entity, other) : null,
    },
  }
}

/** The names of records of a rule, whether or not they are still findings. */
export async function namesOf(
  ctx: Context,
  rule: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  const names = new Map<string, NamedRecord>()
  for (const check of checksOf[rule]!) {
    if (ids.length === 0) break
    const rows = sql<CheckedRow>`select ${recordColumns(check.table)} from ${sql.table(check.table)} where id in (${sql.join(ids)})`
    for (const row of (await rows.execute(ctx.store.read)).rows)
      names.set(row.id, toNamedRecord(check.entity, row))
  }
  return names
}

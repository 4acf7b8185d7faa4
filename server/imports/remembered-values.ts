import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { can } from '#domain/access/policy.ts'
import type {
  RememberedChange,
  RememberedKey,
  RememberedValue,
} from '#domain/api/imports/remembered-values.ts'
import { notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import {
  updateRemembered,
  deleteEntry,
  listRemembered,
  type RememberedEntry,
} from './remembered-value-store.ts'
import { t } from '#domain/messages/t.ts'

/** Remembered headings and values of the masters that the account can import. */
export async function rememberedValues(ctx: Context, one: string | undefined): Promise<RememberedValue[]> {
  requireRight(ctx, 'read', 'importJob')
  const names = catalogue
    .map(({ name }) => name)
    .filter((name) => (one === undefined || name === one) && can(ctx.actor, 'import', name).allowed)
  const found = await listRemembered(ctx.store.read, names)
  return found.filter(hasField).map(toRememberedValue)
}

/** A field may be removed in a later version; its remembered values are ignored. */
const hasField = ({ entity, field }: RememberedEntry): boolean =>
  field === null || entityNamed(entity).fields[field] !== undefined

const toRememberedValue = ({ entity, field, typed, meaning, at }: RememberedEntry): RememberedValue => ({
  entity,
  kind: field === null ? 'column' : 'value',
  field,
  typed,
  meaning,
  at,
})

function requireUpdate(ctx: Context, { entity }: RememberedKey): void {
  requireRight(ctx, 'update', 'importJob')
  requireRight(ctx, 'import', entity)
}

export async function changeRemembered(
  ctx: Context,
  { meaning, ...key }: RememberedChange,
): Promise<RememberedValue> {
  requireUpdate(ctx, key)
  const changed = { ...key, meaning, at: ctx.now().toISOString() }
  await ctx.store.transaction(async (tx) => {
    if (!(await updateRemembered(tx, changed))) throw entryNotFound(key)
    recordChange(ctx, tx, key, meaning ?? 'left empty')
  })
  return toRememberedValue(changed)
}

export async function deleteRemembered(ctx: Context, key: RememberedKey): Promise<void> {
  requireUpdate(ctx, key)
  await ctx.store.transaction(async (tx) => {
    if (!(await deleteEntry(tx, key))) throw entryNotFound(key)
    recordChange(ctx, tx, key, null)
  })
}

const entryNotFound = ({ typed }: RememberedKey): Error =>
  notFound(t('Nothing is remembered of {typed}', { typed }))

function recordChange(
  ctx: Context,
  tx: Parameters<typeof recordEvent>[0],
  { entity, field, typed }: RememberedKey,
  meaning: string | null,
): void {
  recordEvent(tx, ctx, {
    action: 'import value changed',
    entity,
    details: { ...(field !== null && { field }), typed, meaning: meaning ?? 'forgotten' },
  })
}

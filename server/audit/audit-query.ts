import type { AuditPageFilters } from '#domain/api/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, hiddenFieldsFor, requireRight } from '../core/gate.ts'
import type { AuditQuery } from '../store/history/audit-store.ts'
import { isId } from '../store/new-id.ts'
import { t } from '#domain/messages/t.ts'

const defaultLimit = 50

/** `?who=anita&action=export&from=2026-11-01&to=2026-11-15`; days are in the time zone of the firm. */
export async function toAuditQuery(ctx: Context, filters: AuditPageFilters): Promise<AuditQuery> {
  const { who, action, entity, address, from, to, after, limit = defaultLimit } = filters
  const about = catalogue.find(({ name }) => name === entity)
  const field = filters.field === undefined ? undefined : checkField(ctx, about, filters.field)
  // Filtering by field requires the right to read, because a match would reveal which value changed.
  if (about && field !== undefined) requireRight(ctx, 'read', about.name)
  const start = (day: string): string => instantAt(day, '00:00', ctx.config.timeZone)
  const record = filters.record === undefined ? undefined : await idOf(ctx, about ?? entity, filters.record)
  return {
    limit,
    ...(who !== undefined && { who }),
    ...(action !== undefined && { action }),
    ...(entity !== undefined && { entity }),
    ...(record !== undefined && { record }),
    ...(field !== undefined && { field }),
    ...(address !== undefined && { address }),
    ...(from !== undefined && { from: start(from) }),
    ...(to !== undefined && { until: start(addDays(to, 1)) }),
    ...(after !== undefined && { after }),
  }
}

/** A code identifies a record only together with its entity; a deleted record is found by id only. */
async function idOf(ctx: Context, about: Entity | string | undefined, record: string): Promise<string> {
  if (isId(record)) return record
  if (about === 'account') return (await accountWith(ctx, record)) ?? record
  return typeof about === 'object'
    ? ((await dynamicGate(ctx, 'read', about.name).find(record))?.id ?? record)
    : record
}

function checkField(ctx: Context, entity: Entity | undefined, typed: string): string {
  const field = fieldOf(entity, typed)
  if (!entity || field === undefined)
    throw invalid([
      { field: 'field', message: t('field should be a field of the entity, such as Customer_Phone') },
    ])
  // Whether it changed would reveal the masked value.
  if (hiddenFieldsFor(ctx.actor, entity).includes(field))
    throw invalid([
      {
        field: 'field',
        message: t('Your role sees {label} masked', { label: t(entity.fields[field]!.label) }),
      },
    ])
  return field
}

/** Finds a field by its name or its label. */
function fieldOf(entity: Entity | undefined, typed: string): string | undefined {
  const fields = Object.entries(entity?.fields ?? {})
  return fields.find(([name, { label }]) =>
    [name, label].some((each) => foldText(each) === foldText(typed)),
  )?.[0]
}

async function accountWith(ctx: Context, email: string): Promise<string | undefined> {
  const accounts = ctx.store.read.selectFrom('account').select('id')
  return (await accounts.where('email_key', '=', email.toLowerCase()).executeTakeFirst())?.id
}

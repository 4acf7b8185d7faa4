import { auditFilters, auditSubjects, auditWords } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { addDays, parseDay } from '#domain/dates.ts'
import { instantAt } from '#domain/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { demand, gate, hiddenFrom } from '../gate.ts'
import { readLimit, type QueryText } from '../resources/list-query.ts'
import type { AuditQuery } from '../store/audit-store.ts'
import { isId } from '../store/new-id.ts'

/** `?who=anita&action=export&from=2026-11-01&to=2026-11-15`; days are those of the firm's calendar. */
export async function readAuditQuery(
  ctx: Context,
  text: QueryText,
  others: readonly string[],
): Promise<AuditQuery> {
  const problems: FieldProblem[] = []
  const given: Record<string, string> = {}
  for (const [field, value] of Object.entries(text)) {
    if (![...auditFilters, ...others].includes(field))
      problems.push({ field, message: `The audit cannot be narrowed down by ${field}` })
    else if (Array.isArray(value)) problems.push({ field, message: `${field} should be given once` })
    else if (value !== undefined && value.trim() !== '') given[field] = value.trim().slice(0, 200)
  }
  const { who, action, entity, address, after } = given
  const dayOf = (field: 'from' | 'to'): string | undefined => {
    const day = given[field] === undefined ? undefined : parseDay(given[field])
    if (given[field] !== undefined && !day) problems.push({ field, message: `${field} should be a day` })
    return day
  }
  const [from, to] = [dayOf('from'), dayOf('to')]
  if (action !== undefined && !Object.hasOwn(auditWords, action))
    problems.push({
      field: 'action',
      message: `action should be one of ${Object.keys(auditWords).join(', ')}`,
    })
  const about = catalogue.find(({ name }) => name === entity)
  if (entity !== undefined && !about && !Object.hasOwn(auditSubjects, entity))
    problems.push({ field: 'entity', message: 'entity should be the name of an entity, such as customer' })
  const field = given['field'] === undefined ? undefined : fieldOf(about, given['field'])
  if (given['field'] !== undefined && field === undefined)
    problems.push({
      field: 'field',
      message: 'field should be a field of the entity, such as Customer_Phone',
    })
  // That it changed or not would tell what it is.
  else if (about && field !== undefined && hiddenFrom(ctx.actor, about).includes(field))
    problems.push({ field: 'field', message: `Your role sees ${about.fields[field]!.label} masked` })
  if (after !== undefined && !isId(after))
    problems.push({ field: 'after', message: 'after should be what the last page gave as next' })
  const limit = readLimit(given['limit'], problems)
  if (problems.length > 0) throw invalid(problems)
  // Of what they may not read, people are not told which value changed: finding it would tell them.
  if (about && field !== undefined) demand(ctx, 'read', about.name)
  const start = (day: string): string => instantAt(day, '00:00', ctx.config.timeZone)
  let record = given['record']
  // A code says which record only together with its entity; of what was deleted, the id is left.
  if (record !== undefined && about && !isId(record))
    record = (await gate(ctx, 'read', about.name).find(record))?.id ?? record
  if (record !== undefined && entity === 'account' && !isId(record))
    record = (await accountWith(ctx, record)) ?? record
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

/** By its name or its label. */
function fieldOf(entity: Entity | undefined, typed: string): string | undefined {
  const fields = Object.entries(entity?.fields ?? {})
  return fields.find(([name, { label }]) =>
    [name, label].some((each) => foldText(each) === foldText(typed)),
  )?.[0]
}

async function accountWith(ctx: Context, email: string): Promise<string | undefined> {
  const accounts = ctx.store.read.selectFrom('account').select('id')
  return (await accounts.where('email_key', '=', email.toLowerCase()).executeTakeFirst())?.['id'] as
    | string
    | undefined
}

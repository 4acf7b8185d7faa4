import { ownWorkOf, territoryOf, system, type Actor } from '#domain/access/actor.ts'
import { grantFor } from '#domain/access/allowances.ts'
import { can } from '#domain/access/policy.ts'
import type { AccessQuery, Explanation } from '#domain/api/access/explanation.ts'
import { rightsOf } from '#domain/access/role-rights.ts'
import { formatTerritory, type TerritoryNode, type Rights } from '#domain/access/rights.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { notFound } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, gate, requireRight } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'
import { namePlaces } from '../store/places/place-names.ts'
import { waitForToday, hasTerritory } from '../core/territory-filter.ts'
import { accessOf, findAccount } from './access-of-account.ts'
import { allRoles, readRoleDecisions } from './role-rights-store.ts'
import { formatEmployees, reasonsOfWork } from './preview/describe-work.ts'
import { t } from '#domain/messages/t.ts'

/** Explains why an account may or may not do something, by the policy that is enforced. */
export async function explain(
  ctx: Context,
  { action, subject, record, account }: AccessQuery,
): Promise<Explanation> {
  requireRight(ctx, 'read', 'ownProfile')
  const actor = await actorIn(ctx, account)
  await waitForToday({ ...ctx, actor })
  const access = actor.kind === 'account' ? actor.access : undefined
  const held = await rolesHeld(ctx.store.read, access?.roles ?? [])
  const gives = (rights: Rights): boolean =>
    Object.hasOwn(rights, subject) && rights[subject]!.includes(grantFor(action))
  const roles = held.map(({ role, name, rights }) => ({ role, name, allows: gives(rights) }))
  // The same decision, with the role names of the Role master in its message.
  const named =
    actor.kind === 'account'
      ? { ...actor, access: { ...actor.access, roles: held.map(({ name }) => name) } }
      : actor
  const decision = can(named, action, subject)
  const explanation: Explanation = {
    ...decision,
    roles,
    rights: access?.rights ?? {},
    sees:
      access === undefined || access.scope === 'everything'
        ? 'everything'
        : await namePlaces(ctx.store.read, access.scope),
    seesWorkOf: await formatEmployees(ctx.store.read, ownWorkOf(actor)),
  }
  if (record === undefined || !catalogue.some(({ name }) => name === subject)) return explanation
  return { ...explanation, ...(await aboutRecord(ctx, actor, subject, record, explanation)) }
}

interface HeldRole {
  role: string
  name: string
  rights: Rights
}

async function rolesHeld(db: Db, codes: readonly string[]): Promise<HeldRole[]> {
  if (codes.length === 0) return []
  const decisions = await readRoleDecisions(db, codes)
  const names = new Map((await allRoles(db)).map(({ code, name }) => [code, name]))
  return codes.map((role) => ({
    role,
    name: names.get(role) ?? role,
    rights: rightsOf(role, decisions.get(role)).rights,
  }))
}

async function actorIn(ctx: Context, id: string | undefined): Promise<Actor> {
  if (id === undefined || (ctx.actor.kind === 'account' && ctx.actor.id === id)) return ctx.actor
  requireRight(ctx, 'read', 'account')
  return (await actorOf(ctx.store.read, id)) ?? missing()
}

function missing(): never {
  throw notFound(t('There is no such account. It may have been deleted meanwhile'))
}

/** An account with its current access; undefined if it does not exist. */
export async function actorOf(db: Db, id: string): Promise<Extract<Actor, { kind: 'account' }> | undefined> {
  const account = await findAccount(db, id)
  if (!account) return undefined
  const { username: name, email, status, role, language } = account
  return {
    kind: 'account',
    id,
    name,
    email,
    status,
    role,
    language,
    sessionId: '',
    access: await accessOf(db, account),
  }
}

/** Reveals nothing about a record that the requesting account cannot see itself. */
async function aboutRecord(
  ctx: Context,
  actor: Actor,
  subject: string,
  idOrCode: string,
  { allowed, sees, seesWorkOf }: Explanation,
): Promise<Partial<Explanation>> {
  const seenBy = async (who: Actor): Promise<StoredRecord | undefined> =>
    can(who, 'read', subject).allowed
      ? dynamicGate({ ...ctx, actor: who }, 'read', subject).find(idOrCode)
      : undefined
  const found = await seenBy(ctx.actor)
  const isSeen = (actor === ctx.actor ? found : await seenBy(actor)) !== undefined
  const name = found ? nameRecord(entityNamed(subject), found) : null
  const reasons = found && isSeen ? await reasonsSeen(ctx, actor, subject, found) : []
  const record = { name, isSeen, reasons }
  if (!allowed || isSeen) return { record }
  return { record, allowed: false, because: reasonUnseen(sees, seesWorkOf) }
}

function reasonUnseen(sees: Explanation['sees'], employees: string): string {
  if (sees === 'everything') return t('There is no such record')
  if (sees.length === 0)
    return employees === ''
      ? t('There is no such record, or it lies outside the scope: no place is assigned yet')
      : t(
          'There is no such record, or it lies outside the scope: no place is assigned yet, and is neither assigned to nor planned for {employees}',
          { employees },
        )
  const places = formatList(sees.map(formatTerritory))
  return employees === ''
    ? t('There is no such record, or it lies outside {places}', { places })
    : t(
        'There is no such record, or it lies outside {places}, and is neither assigned to nor planned for {employees}',
        { places, employees },
      )
}

/** The reasons why an account with a limited scope sees a record. */
async function reasonsSeen(
  ctx: Context,
  actor: Actor,
  subject: string,
  record: StoredRecord,
): Promise<string[]> {
  const places = territoryOf(actor)
  if (!places || !hasTerritory(subject)) return []
  const db = ctx.store.read
  const { Customer_Code: customerCode } = record
  const code = subject === 'employee' ? undefined : customerCode
  // Read as the system, because the requesting account may see less of the customer than the explained account.
  const customer =
    typeof code === 'string'
      ? await gate({ ...ctx, actor: system('why a record is seen') }, 'read', 'customer').find(code)
      : undefined
  const placed = subject === 'employee' ? record : customer
  const lyingIn = placed ? places.filter((place) => liesIn(placed, place)) : []
  const work = ownWorkOf(actor)
  return [
    ...(await namePlaces(db, lyingIn)).map((place) =>
      t('Lies in {place}', { place: formatTerritory(place) }),
    ),
    ...(typeof code === 'string' && work
      ? await reasonsOfWork(db, work, code, dayIn(ctx.now(), ctx.config.timeZone))
      : []),
  ]
}

export const liesIn = (record: object, { level, code }: TerritoryNode): boolean =>
  Object.entries(record).some(([name, value]) => columnName(name) === `${level}_code` && value === code)

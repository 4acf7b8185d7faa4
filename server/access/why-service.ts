import { ownWorkOf, placesOf, system, type Actor } from '#domain/access/actor.ts'
import { grantFor } from '#domain/access/allowances.ts'
import { actions, can, type Action } from '#domain/access/policy.ts'
import type { Explanation } from '#domain/access/role-grid.ts'
import { rightsOf } from '#domain/access/role-rights.ts'
import { placeInWords, type Place, type Rights } from '#domain/access/rights.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { nameRecord, type StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import type { Db } from '../store/dialect.ts'
import { namePlaces } from '../store/place-names.ts'
import { isPlaced } from '../within.ts'
import { accessOf, accountNamed } from './access-of-account.ts'
import { allRoles, decisionsOn } from './role-rights-store.ts'
import { employeesInWords, reasonsOfWork } from './work-in-words.ts'

export interface Question {
  action: unknown
  subject: unknown
  /** A record of the subject, by id or code. */
  record?: unknown
  /** Somebody else; for those who look after accounts. */
  account?: unknown
}

/** Why somebody may or may not do something, by what decides about it. */
export async function why(ctx: Context, question: Question): Promise<Explanation> {
  demand(ctx, 'read', 'ownProfile')
  const { action, subject } = question
  if (!actions.includes(action as Action) || typeof subject !== 'string')
    throw invalid([
      { field: 'action', message: `action should be one of ${actions.join(', ')}, of a subject` },
    ])
  const actor = await actorIn(ctx, question.account)
  const access = actor.kind === 'account' ? actor.access : undefined
  const held = await rolesHeld(ctx.store.read, access?.roles ?? [])
  const gives = (rights: Rights): boolean =>
    Object.hasOwn(rights, subject) && rights[subject]!.includes(grantFor(action as Action))
  const roles = held.map(({ role, name, rights }) => ({ role, name, allows: gives(rights) }))
  // The same verdict, with the roles under the names they have in the Role master.
  const named = access && { ...actor, access: { ...access, roles: held.map(({ name }) => name) } }
  const decision = can((named ?? actor) as Actor, action as Action, subject)
  const explanation: Explanation = {
    ...decision,
    roles,
    rights: access?.rights ?? {},
    sees:
      access === undefined || access.scope === 'everything'
        ? 'everything'
        : await namePlaces(ctx.store.read, access.scope),
    seesWorkOf: await employeesInWords(ctx.store.read, ownWorkOf(actor)),
  }
  if (typeof question.record !== 'string' || !catalogue.some(({ name }) => name === subject))
    return explanation
  return { ...explanation, ...(await aboutRecord(ctx, actor, subject, question.record, explanation)) }
}

interface HeldRole {
  role: string
  name: string
  rights: Rights
}

async function rolesHeld(db: Db, codes: readonly string[]): Promise<HeldRole[]> {
  if (codes.length === 0) return []
  const decisions = await decisionsOn(db, codes)
  const names = new Map((await allRoles(db)).map(({ code, name }) => [code, name]))
  return codes.map((role) => ({
    role,
    name: names.get(role) ?? role,
    rights: rightsOf(role, decisions.get(role)).rights,
  }))
}

async function actorIn(ctx: Context, id: unknown): Promise<Actor> {
  if (typeof id !== 'string' || (ctx.actor.kind === 'account' && ctx.actor.id === id)) return ctx.actor
  demand(ctx, 'read', 'account')
  return (await actorOf(ctx.store.read, id)) ?? missing()
}

function missing(): never {
  throw notFound('There is no such account. It may have been deleted meanwhile')
}

/** An account as it would act now; undefined when there is none. */
export async function actorOf(db: Db, id: string): Promise<Extract<Actor, { kind: 'account' }> | undefined> {
  const account = await accountNamed(db, id)
  if (!account) return undefined
  const { username: name, email, status, role } = account
  return {
    kind: 'account',
    id,
    name,
    email,
    status,
    role,
    sessionId: '',
    access: await accessOf(db, account),
  }
}

/** Whoever asks is told nothing of a record that they do not see themselves. */
async function aboutRecord(
  ctx: Context,
  actor: Actor,
  subject: string,
  idOrCode: string,
  { allowed, sees, seesWorkOf }: Explanation,
): Promise<Partial<Explanation>> {
  const seenBy = async (who: Actor): Promise<StoredRecord | undefined> =>
    can(who, 'read', subject).allowed
      ? gate({ ...ctx, actor: who }, 'read', subject).find(idOrCode)
      : undefined
  const found = await seenBy(ctx.actor)
  const isSeen = (actor === ctx.actor ? found : await seenBy(actor)) !== undefined
  const name = found ? nameRecord(entityNamed(subject), found) : null
  const reasons = found && isSeen ? await reasonsSeen(ctx, actor, subject, found) : []
  const record = { name, isSeen, reasons }
  if (!allowed || isSeen) return { record }
  const where =
    sees === 'everything'
      ? ''
      : `, or it lies outside ${sees.length === 0 ? 'what is seen: no place was given yet' : listInWords(sees.map(placeInWords))}`
  const whose = seesWorkOf && `, and is neither assigned to nor planned for ${seesWorkOf}`
  return { record, allowed: false, because: `There is no such record${where}${whose}` }
}

/** For what reasons a record is seen by somebody who does not see everything. */
async function reasonsSeen(
  ctx: Context,
  actor: Actor,
  subject: string,
  record: StoredRecord,
): Promise<string[]> {
  const places = placesOf(actor)
  if (!places || !isPlaced(subject)) return []
  const db = ctx.store.read
  const code = subject === 'employee' ? undefined : record['Customer_Code']
  // What somebody sees of a customer they see; who asks may see less of it than the one they ask about.
  const customer =
    typeof code === 'string'
      ? await gate({ ...ctx, actor: system('why a record is seen') }, 'read', 'customer').find(code)
      : undefined
  const placed = subject === 'employee' ? record : customer
  const lyingIn = placed ? places.filter((place) => liesIn(placed, place)) : []
  const work = ownWorkOf(actor)
  return [
    ...(await namePlaces(db, lyingIn)).map((place) => `Lies in ${placeInWords(place)}`),
    ...(typeof code === 'string' && work
      ? await reasonsOfWork(db, work, code, dayIn(ctx.now(), ctx.config.timeZone))
      : []),
  ]
}

const liesIn = (record: StoredRecord, { level, code }: Place): boolean =>
  Object.entries(record).some(([name, value]) => columnName(name) === `${level}_code` && value === code)

import type { Access } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { placeInWords } from '#domain/access/rights.ts'
import { email as emailField } from '#domain/catalogue/kinds/email.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import type { Db } from '../store/dialect.ts'
import { namePlaces } from '../store/place-names.ts'
import { accessOf } from './access-of-account.ts'
import { limitsSomething, notForAdministrators, readPlaces } from './account-places.ts'
import { customersSeen } from './customers-seen.ts'
import { customersInWords } from './role-effects.ts'
import { mailOf, mayBeLimited } from './standing.ts'
import { employeesInWords } from './work-in-words.ts'
import { workSeen } from './work-seen.ts'

interface AccessTried {
  summary: string
  /** Those of the User Role Combinations of whoever has the e-mail: approving gives them, too. */
  otherRoles: string[]
}

/** What an account with this e-mail would see with a role and places, worked out by what decides about it; nothing is changed. */
export async function previewAccess(ctx: Context, input: unknown): Promise<AccessTried> {
  demand(ctx, 'read', 'account')
  const { email, role: code, places: given } = readPreview(input)
  const role = (await gate(ctx, 'read', 'role').find(code))?.['Role_Code']
  if (typeof role !== 'string') throw invalid([{ field: 'role', message: `There is no role ${code}` }])
  const places = await readPlaces(ctx, given ?? [])
  if (limitsSomething(places) && !mayBeLimited([role])) throw invalid([notForAdministrators])
  const db = ctx.store.read
  const access = await withOwnPlans(db, await accessOf(db, { id: '', email, role, places }), email)
  const person = { id: '', name: '', email, role, sessionId: '', access }
  const { allowed, because } = can({ kind: 'account', status: 'active', ...person }, 'read', 'customer')
  const summary = allowed
    ? await summaryOf(db, access, dayIn(ctx.now(), ctx.config.timeZone))
    : `Will see no customers. ${because}`
  return { summary, otherRoles: access.roles.filter((each) => each !== role) }
}

const mostNamed = 5

async function summaryOf(db: Db, access: Access, today: string): Promise<string> {
  const { scope, ownWork } = access
  const inPlaces = (await customersSeen(db, [scope]))(scope)
  if (scope === 'everything') return `Will see everything: ${customersInWords(inPlaces)}`
  const { assigned, planned } = (await workSeen(db, [access], today))(access)
  const hasEmployee = ownWork !== undefined && ownWork.employees.length > 0
  if (scope.length === 0 && assigned + planned === 0)
    return hasEmployee
      ? `Will see no customers: no places are given, and no customer is assigned to ${await employeesInWords(db, ownWork)}`
      : 'Will see no customers: no employee has this e-mail, and no places are given'
  const first = scope.slice(0, mostNamed)
  const named = (await namePlaces(db, first)).map(placeInWords)
  const more = scope.length - named.length
  const where = listInWords(more > 0 ? [...named, `${more} more`] : named)
  if (assigned + planned === 0) return `Will see ${customersInWords(inPlaces)} in ${where}`
  const parts = [
    ...(where ? [`${shown(inPlaces)} in ${where}`] : []),
    ...(assigned > 0 ? [`${shown(assigned)} assigned`] : []),
    ...(planned > 0 ? [`${shown(planned)} with an open plan`] : []),
  ]
  return `Will see ${customersInWords(inPlaces + assigned + planned)}: ${parts.join(', ')}`
}

const shown = (count: number): string => count.toLocaleString('en-IN')

/** An account that is there already may have made plans that name no employee: their customers are seen as well. */
async function withOwnPlans(db: Db, access: Access, email: string): Promise<Access> {
  const { ownWork } = access
  if (!ownWork) return access
  const query = db.selectFrom('account').select('id').where('email_key', '=', mailOf({ email }))
  const ids = (await query.execute()).map((row) => String(row['id']))
  return { ...access, ownWork: { ...ownWork, accounts: [...ownWork.accounts, ...ids] } }
}

function readPreview(input: unknown): { email: string; role: string; places: unknown } {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const { email, role, places, ...rest } = given
  const problems: FieldProblem[] = Object.keys(rest).map((field) => ({
    field,
    message: `${field} is not asked for here`,
  }))
  const reading = emailField('Email').read(email ?? '')
  if ('problem' in reading) problems.push({ field: 'email', message: reading.problem })
  if (typeof role !== 'string' || role === '') problems.push({ field: 'role', message: 'Role is required' })
  if (problems.length > 0 || 'problem' in reading) throw invalid(problems)
  return { email: String(reading.value), role: role as string, places }
}

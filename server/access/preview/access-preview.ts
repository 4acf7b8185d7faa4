import type { Access } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { formatTerritory } from '#domain/access/rights.ts'
import type { AccessPreview, AccessPreviewRequest } from '#domain/api/access/previews.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import type { Context } from '../../core/context.ts'
import { requireRight, gate } from '../../core/gate.ts'
import type { Db } from '../../store/dialect.ts'
import { namePlaces } from '../../store/places/place-names.ts'
import { accessOf } from '../access-of-account.ts'
import { hasPlaceLimit, administratorPlacesProblem, findPlaces } from '../account-places.ts'
import { countCustomersInScope } from './count-customers.ts'
import { mailOf, canBeLimited } from '../membership.ts'
import { formatEmployees } from './describe-work.ts'
import { countOwnWork } from './count-own-work.ts'
import { t } from '#domain/messages/t.ts'

/** Dry run: what an account with this e-mail would see with a role and places, computed by the code that enforces it. */
export async function previewAccess(
  ctx: Context,
  { email, role: code, places: chosen }: AccessPreviewRequest,
): Promise<AccessPreview> {
  requireRight(ctx, 'read', 'account')
  const role = (await gate(ctx, 'read', 'role').find(code))?.Role_Code
  if (typeof role !== 'string')
    throw invalid([{ field: 'role', message: t('There is no role {role}', { role: code }) }])
  const places = await findPlaces(ctx, chosen ?? [])
  if (hasPlaceLimit(places) && !canBeLimited([role])) throw invalid([administratorPlacesProblem()])
  const db = ctx.store.read
  const access = await withOwnPlans(db, await accessOf(db, { id: '', email, role, places }), email)
  const person = { id: '', name: '', email, role, language: null, sessionId: '', access }
  const { allowed, because } = can({ kind: 'account', status: 'active', ...person }, 'read', 'customer')
  const summary = allowed
    ? await summaryOf(db, access, dayIn(ctx.now(), ctx.config.timeZone))
    : t('Will see no customers. {reason}', { reason: because })
  return { summary, otherRoles: access.roles.filter((each) => each !== role) }
}

const maxNamed = 5

async function summaryOf(db: Db, access: Access, today: string): Promise<string> {
  const { scope, ownWork } = access
  const inPlaces = (await countCustomersInScope(db, [scope]))(scope)
  if (scope === 'everything')
    return t('Will see everything: {customers, plural, one {# customer} other {# customers}}', {
      customers: inPlaces,
    })
  const { assigned, planned } = (await countOwnWork(db, [access], today))(access)
  const hasEmployee = ownWork !== undefined && ownWork.employees.length > 0
  if (scope.length === 0 && assigned + planned === 0)
    return hasEmployee
      ? t('Will see no customers: no places are assigned, and no customer is assigned to {employees}', {
          employees: await formatEmployees(db, ownWork),
        })
      : t('Will see no customers: no employee has this e-mail, and no places are assigned')
  const first = scope.slice(0, maxNamed)
  const named = (await namePlaces(db, first)).map(formatTerritory)
  const more = scope.length - named.length
  const places = formatList(more > 0 ? [...named, t('{count, number} more', { count: more })] : named)
  if (assigned + planned === 0)
    return t('Will see {customers, plural, one {# customer} other {# customers}} in {places}', {
      customers: inPlaces,
      places,
    })
  const parts = [
    ...(places ? [t('{count, number} in {places}', { count: inPlaces, places })] : []),
    ...(assigned > 0 ? [t('{count, number} assigned', { count: assigned })] : []),
    ...(planned > 0 ? [t('{count, number} with an open plan', { count: planned })] : []),
  ]
  return t('Will see {customers, plural, one {# customer} other {# customers}}: {parts}', {
    customers: inPlaces + assigned + planned,
    parts: parts.join(', '),
  })
}

/** Customers of plans that an existing account made without naming an employee are seen as well. */
async function withOwnPlans(db: Db, access: Access, email: string): Promise<Access> {
  const { ownWork } = access
  if (!ownWork) return access
  const query = db.selectFrom('account').select('id').where('email_key', '=', mailOf({ email }))
  const ids = (await query.execute()).map((row) => row.id)
  return { ...access, ownWork: { ...ownWork, accounts: [...ownWork.accounts, ...ids] } }
}

import { describeSubject } from '#domain/access/policy.ts'
import type { RequiredFactor, RoleChange, RoleGrid, RolePreview, RoleRow } from '#domain/api/access/roles.ts'
import {
  grantable,
  isBuiltIn,
  isForAdministrators,
  rightsOf,
  defaultRights,
  type RoleDecision,
} from '#domain/access/role-rights.ts'
import { entity as declare } from '#domain/catalogue/entity.ts'
import { text } from '#domain/catalogue/kinds/text.ts'
import { conflict, forbidden, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { writeHistory } from '../store/history/history-store.ts'
import { closedScreens } from './closed-screens.ts'
import { previewRoleEffects } from './preview/role-effects.ts'
import { withSecondFactor } from './required-factor.ts'
import {
  accountsByRole,
  allRoles,
  readRoleDecisions,
  saveDecision,
  saveRequiredFactor,
  type NamedRole,
  type StoredDecision,
} from './role-rights-store.ts'
import { t } from '#domain/messages/t.ts'

/** The history of changed rights is stored under this entity name. */
const rightsEntity = declare('roleRights', ['Rights of a role', 'Rights of roles'], {
  rights: text('Rights'),
  sees: text('Sees'),
  secondFactor: text('Second factor'),
})

export async function roleGrid(ctx: Context): Promise<RoleGrid> {
  requireRight(ctx, 'read', 'roleRights')
  const db = ctx.store.read
  const roles = await allRoles(db)
  const decisions = await readRoleDecisions(
    db,
    roles.map(({ code }) => code),
  )
  const holders = await holdersOf(db)
  return {
    roles: roles.map((role) => rowOf(role, decisions.get(role.code), holders)),
    subjects: Object.entries(grantable).map(([subject, all]) => ({
      subject,
      label: describeSubject(subject),
      grants: all,
      administratorsOnly: all.filter((grant) => isForAdministrators(subject, grant)),
    })),
    closedScreens: await closedScreens(db),
  }
}

function rowOf(
  { code: role, name, retiredOn }: NamedRole,
  decision: StoredDecision | undefined,
  holders: Awaited<ReturnType<typeof holdersOf>>,
): RoleRow {
  return {
    role,
    name,
    retiredOn,
    isBuiltIn: isBuiltIn(role),
    isFixed: role === 'ADMIN',
    ...rightsOf(role, decision),
    usual: defaultRights(role),
    version: decision?.version ?? 0,
    requiresFactor: decision?.requiresFactor ?? false,
    ...holders(role),
  }
}

/** Dry run of changed rights, computed by the code that enforces them. */
export async function previewRole(ctx: Context, role: string, decision: RoleDecision): Promise<RolePreview> {
  requireRight(ctx, 'read', 'roleRights')
  const { code } = await findRole(ctx, role)
  return previewRoleEffects(ctx, code, decision)
}

/** Changes the rights and the data scope of a role, with immediate effect. */
export async function changeRole(
  ctx: Context,
  role: string,
  { version, ...decision }: RoleChange,
): Promise<RoleRow> {
  requireRight(ctx, 'update', 'roleRights')
  const found = await findRole(ctx, role)
  const { code } = found
  if (code === 'ADMIN')
    throw forbidden(t('What Administrators may do cannot be changed: the last one would be locked out'))
  return saveRole(ctx, found, version, (tx) => saveDecision(tx, code, decision, version, ctx))
}

/**
 * Requires a second factor of the accounts with a role, also of administrators and of the own account: who has none can still
 * log in and switch it on.
 */
export async function requireFactor(
  ctx: Context,
  role: string,
  { required, version }: RequiredFactor,
): Promise<RoleRow> {
  requireRight(ctx, 'update', 'roleRights')
  const found = await findRole(ctx, role)
  return saveRole(ctx, found, version, (tx) => saveRequiredFactor(tx, found.code, required, version, ctx))
}

/** Saves a change of a role with its history; refuses when its version is stale. */
async function saveRole(
  ctx: Context,
  role: NamedRole,
  version: number,
  save: (tx: Tx) => Promise<boolean>,
): Promise<RoleRow> {
  const { code, name } = role
  return ctx.store.transaction(async (tx) => {
    const read = async (): Promise<StoredDecision | undefined> =>
      (await readRoleDecisions(tx, [code])).get(code)
    const before = await read()
    if (version !== (before?.version ?? 0) || !(await save(tx)))
      throw conflict(
        t('The rights of {name} were changed by someone else meanwhile. Nothing was overwritten', { name }),
      )
    const after = (await read())!
    const at = ctx.now().toISOString()
    const record = (each: StoredDecision): Parameters<typeof writeHistory>[3]['after'] => ({
      id: code,
      version: after.version,
      createdAt: at,
      updatedAt: at,
      rights: JSON.stringify(each.rights),
      sees: each.sees,
      secondFactor: each.requiresFactor ? 'required' : null,
    })
    writeHistory(tx, rightsEntity, ctx, {
      id: code,
      version: after.version,
      // Also for the first change, which changes the defaults of the role.
      action: 'update',
      before: before ? record(before) : null,
      after: record(after),
    })
    return rowOf(role, after, await holdersOf(tx))
  })
}

/** The active accounts of each role, and which accounts have a second factor. */
async function holdersOf(db: Db): Promise<(role: string) => Pick<RoleRow, 'holders' | 'withoutFactor'>> {
  const [byRole, factors] = [await accountsByRole(db), await withSecondFactor(db)]
  return (role) => {
    const ids = byRole.get(role) ?? []
    return { holders: ids.length, withoutFactor: ids.filter((id) => !factors.has(id)).length }
  }
}

async function findRole(ctx: Context, role: string): Promise<NamedRole> {
  const found = (await allRoles(ctx.store.read)).find(({ code }) => code.toLowerCase() === role.toLowerCase())
  if (!found) throw notFound(t('There is no role {role}', { role }))
  return found
}

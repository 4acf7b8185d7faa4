import { describeSubject } from '#domain/access/policy.ts'
import type { RoleChange, RoleGrid, RolePreview, RoleRow } from '#domain/api/access/roles.ts'
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
import { writeHistory } from '../store/history/history-store.ts'
import { closedScreens } from './closed-screens.ts'
import { previewRoleEffects } from './preview/role-effects.ts'
import {
  allRoles,
  readRoleDecisions,
  countAccountsByRole,
  saveDecision,
  type StoredDecision,
} from './role-rights-store.ts'
import { t } from '#domain/messages/t.ts'

/** The history of changed rights is stored under this entity name. */
const rightsEntity = declare('roleRights', ['Rights of a role', 'Rights of roles'], {
  rights: text('Rights'),
  sees: text('Sees'),
})

export async function roleGrid(ctx: Context): Promise<RoleGrid> {
  requireRight(ctx, 'read', 'roleRights')
  const db = ctx.store.read
  const roles = await allRoles(db)
  const decisions = await readRoleDecisions(
    db,
    roles.map(({ code }) => code),
  )
  const holders = await countAccountsByRole(db)
  return {
    roles: roles.map(({ code, name }) => rowOf(code, name, decisions.get(code), holders.get(code) ?? 0)),
    subjects: Object.entries(grantable).map(([subject, all]) => ({
      subject,
      label: describeSubject(subject),
      grants: all,
      administratorsOnly: all.filter((grant) => isForAdministrators(subject, grant)),
    })),
    closedScreens: await closedScreens(db),
  }
}

function rowOf(role: string, name: string, decision: StoredDecision | undefined, holders: number): RoleRow {
  return {
    role,
    name,
    isBuiltIn: isBuiltIn(role),
    isFixed: role === 'ADMIN',
    ...rightsOf(role, decision),
    usual: defaultRights(role),
    version: decision?.version ?? 0,
    holders,
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
  const { code, name } = await findRole(ctx, role)
  if (code === 'ADMIN')
    throw forbidden(t('What Administrators may do cannot be changed: the last one would be locked out'))
  return ctx.store.transaction(async (tx) => {
    const before = (await readRoleDecisions(tx, [code])).get(code)
    if (version !== (before?.version ?? 0))
      throw conflict(
        t('The rights of {name} were changed by someone else meanwhile. Nothing was overwritten', { name }),
      )
    const saved = await saveDecision(tx, code, decision, version, ctx)
    if (!saved)
      throw conflict(
        t('The rights of {name} were changed by someone else meanwhile. Nothing was overwritten', { name }),
      )
    const at = ctx.now().toISOString()
    const record = (each: RoleDecision): Parameters<typeof writeHistory>[3]['after'] => ({
      id: code,
      version: version + 1,
      createdAt: at,
      updatedAt: at,
      rights: JSON.stringify(each.rights),
      sees: each.sees,
    })
    writeHistory(tx, rightsEntity, ctx, {
      id: code,
      version: version + 1,
      // Also for the first change, which changes the defaults of the role.
      action: 'update',
      before: before ? record(before) : null,
      after: record(decision),
    })
    return rowOf(
      code,
      name,
      { ...decision, role: code, version: version + 1 },
      (await countAccountsByRole(tx)).get(code) ?? 0,
    )
  })
}

async function findRole(ctx: Context, role: string): Promise<{ code: string; name: string }> {
  const found = (await allRoles(ctx.store.read)).find(({ code }) => code.toLowerCase() === role.toLowerCase())
  if (!found) throw notFound(t('There is no role {role}', { role }))
  return found
}

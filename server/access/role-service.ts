import { builtInRoles } from '#domain/access/actor.ts'
import { inWords } from '#domain/access/policy.ts'
import type { RoleGrid, RolePreview, RoleRow } from '#domain/access/role-grid.ts'
import {
  grantable,
  isBuiltIn,
  isForAdministrators,
  isGrantable,
  rightsOf,
  usualRights,
  type RoleDecision,
} from '#domain/access/role-rights.ts'
import { grants, levels, type Grant, type Rights, type Sight } from '#domain/access/rights.ts'
import { entity as declare } from '#domain/catalogue/entity.ts'
import { text } from '#domain/catalogue/kinds/text.ts'
import { conflict, forbidden, invalid, notFound, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { writeHistory } from '../store/history-store.ts'
import { closedScreens } from './closed-screens.ts'
import { effectsOf } from './role-effects.ts'
import { allRoles, decisionsOn, holdersOf, saveDecision, type StoredDecision } from './role-rights-store.ts'

/** Under this name the history keeps what was decided about a role. */
const decided = declare('roleRights', ['Rights of a role', 'Rights of roles'], {
  rights: text('Rights'),
  sees: text('Sees'),
})

export async function roleGrid(ctx: Context): Promise<RoleGrid> {
  demand(ctx, 'read', 'roleRights')
  const db = ctx.store.read
  const roles = await allRoles(db)
  const decisions = await decisionsOn(
    db,
    roles.map(({ code }) => code),
  )
  const holders = await holdersOf(db)
  return {
    roles: roles.map(({ code, name }) => rowOf(code, name, decisions.get(code), holders.get(code) ?? 0)),
    subjects: Object.entries(grantable).map(([subject, all]) => ({
      subject,
      label: inWords(subject),
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
    usual: usualRights(role),
    version: decision?.version ?? 0,
    holders,
  }
}

/** What a change would do, said by the evaluator that would enforce it; nothing is changed. */
export async function previewRole(ctx: Context, role: string, input: unknown): Promise<RolePreview> {
  demand(ctx, 'read', 'roleRights')
  const { code } = await known(ctx, role)
  const { decision } = readDecision(input)
  return effectsOf(ctx, code, decision)
}

/** Decides what a role may do and how far it sees; from then on, everywhere. */
export async function changeRole(ctx: Context, role: string, input: unknown): Promise<RoleRow> {
  demand(ctx, 'update', 'roleRights')
  const { code, name } = await known(ctx, role)
  if (code === 'ADMIN')
    throw forbidden(`What ${builtInRoles.ADMIN}s may do cannot be changed: the last one would be locked out`)
  const { decision, version } = readDecision(input)
  return ctx.store.transaction(async (tx) => {
    const before = (await decisionsOn(tx, [code])).get(code)
    if (version !== (before?.version ?? 0))
      throw conflict(`The rights of ${name} were changed by someone else meanwhile. Nothing was overwritten`)
    const saved = await saveDecision(tx, code, decision, version, ctx)
    if (!saved)
      throw conflict(`The rights of ${name} were changed by someone else meanwhile. Nothing was overwritten`)
    const at = ctx.now().toISOString()
    const record = (each: RoleDecision): Parameters<typeof writeHistory>[3]['after'] => ({
      id: code,
      version: version + 1,
      createdAt: at,
      updatedAt: at,
      rights: JSON.stringify(each.rights),
      sees: each.sees,
    })
    writeHistory(tx, decided, ctx, {
      id: code,
      version: version + 1,
      // The first decision changes what is usual for the role.
      action: 'update',
      before: before ? record(before) : null,
      after: record(decision),
    })
    return rowOf(
      code,
      name,
      { ...decision, role: code, version: version + 1 },
      (await holdersOf(tx)).get(code) ?? 0,
    )
  })
}

async function known(ctx: Context, role: string): Promise<{ code: string; name: string }> {
  const found = (await allRoles(ctx.store.read)).find(({ code }) => code.toLowerCase() === role.toLowerCase())
  if (!found) throw notFound(`There is no role ${role}`)
  return found
}

const sights: readonly Sight[] = ['everything', ...levels]

function readDecision(input: unknown): { decision: RoleDecision; version: number } {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('A decision about a role')])
  const { rights, sees, version, ...others } = input as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(others).map((field) => ({
    field,
    message: `${field} is not a field of a decision about a role`,
  }))
  if (typeof version !== 'number')
    problems.push({ field: 'version', message: 'version is required: send the version that was changed' })
  if (!sights.includes(sees as Sight))
    problems.push({ field: 'sees', message: `sees should be one of ${sights.join(', ')}` })
  const isObject = typeof rights === 'object' && rights !== null && !Array.isArray(rights)
  if (!isObject) problems.push({ field: 'rights', message: 'rights should be an object: subject to actions' })
  const read: Record<string, Grant[]> = {}
  for (const [subject, given] of isObject ? Object.entries(rights) : []) {
    const isList = Array.isArray(given) && given.every((each) => grants.includes(each as Grant))
    const wrong = isList && (given as Grant[]).find((grant) => !isGrantable(subject, grant))
    if (!isList || wrong)
      problems.push({
        field: `rights.${subject}`,
        message: `${subject}: ${wrong || 'this'} cannot be given to a role`,
      })
    else {
      const alone = (given as Grant[]).find((grant) => isForAdministrators(subject, grant))
      if (alone)
        problems.push({
          field: `rights.${subject}`,
          message: `Only administrators may ${alone} ${inWords(subject)}: with it, anybody could give themselves the rest`,
        })
      read[subject] = [...new Set(given as Grant[])]
    }
  }
  if (problems.length > 0) throw invalid(problems)
  return { decision: { rights: read as Rights, sees: sees as Sight }, version: version as number }
}

import { sql } from 'kysely'
import type { Access } from '#domain/access/actor.ts'
import type { ClosedSubject } from '#domain/access/rights.ts'
import type { ClosedScreen } from '#domain/api/access/roles.ts'
import {
  everyProcess,
  functionsOf,
  restrictedScreens,
  screens,
  removeClosedRights,
  type Application,
  type RestrictedScreen,
} from '#domain/access/screens-by-function.ts'
import { foldText } from '#domain/text.ts'
import type { Db } from '../store/dialect.ts'
import { codesIn } from './membership.ts'
import { t } from '#domain/messages/t.ts'

const processes = [everyProcess, ...screens.map(({ name }) => name)]

/** The screens that Applications restrict to some functions, including `proposed` as if it were saved. */
export async function readRuledScreens(db: Db, proposed?: Application): Promise<RestrictedScreen[]> {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'appl_code', 'module_code', 'submodule_code', 'process_code'])
    .select(['function_codes', 'function_names'])
    .where(sql<string>`ltrim(replace(lower(process_code), ' ', ''), '/')`, 'in', processes)
    .orderBy('natural_key')
    .execute()
  const saved = rows.map((row): Application => {
    const names = codesIn(row.function_names)
    return {
      id: row.id,
      appl: row.appl_code,
      module: row.module_code,
      submodule: row.submodule_code,
      process: row.process_code,
      functions: codesIn(row.function_codes).map((code, at) => ({ code, name: names[at] ?? code })),
    }
  })
  return restrictedScreens(proposed ? [...saved.filter(({ id }) => id !== proposed.id), proposed] : saved)
}

interface AccessWithFunctions {
  access: Access
  functions: readonly string[]
}

/** Removes the rights on screens that are closed to the functions of an account. Administrators are exempt, or they could not reopen a screen. */
export async function withoutClosedScreens(
  db: Db,
  accounts: readonly AccessWithFunctions[],
): Promise<Access[]> {
  const isRuled = ({ access: { roles } }: AccessWithFunctions): boolean =>
    roles.length > 0 && !roles.includes('ADMIN')
  const ruled = accounts.some(isRuled) ? await readRuledScreens(db) : []
  if (ruled.length === 0) return accounts.map(({ access }) => access)
  const left = accounts.map((each) => {
    const open = isRuled(each) ? removeClosedRights(each.access.rights, ruled, each.functions) : undefined
    return { ...each, open: open && Object.keys(open.on).length > 0 ? open : undefined }
  })
  const nameOf = await namesOf(
    db,
    left.flatMap(({ open, functions }) => (open ? functions : [])),
  )
  return left.map(({ access, functions, open }) => {
    if (!open) return access
    const canReadFunctions = open.rights['jobFunction']?.includes('read') ?? false
    const visible = Object.entries(open.on).map(([subject, closing]): [string, ClosedSubject] => [
      subject,
      canReadFunctions ? closing : { ...closing, openTo: [] },
    ])
    const closed = {
      functions: [...new Set(functions.map(nameOf))],
      on: Object.fromEntries(visible),
    }
    return { ...access, rights: open.rights, closed }
  })
}

async function namesOf(db: Db, codes: readonly string[]): Promise<(code: string) => string> {
  if (codes.length === 0) return (code) => code
  const rows = await db
    .selectFrom('job_function')
    .select(['function_code', 'function_name'])
    .where('function_code', 'in', [...new Set(codes)])
    .execute()
  const names = new Map(rows.map((row) => [row.function_code, row.function_name]))
  return (code) => names.get(code) ?? code
}

/** For the rights screen: the closed screens, the functions they are open to, and the Applications that close them. */
export async function closedScreens(db: Db): Promise<ClosedScreen[]> {
  const ruled = await readRuledScreens(db)
  if (ruled.length === 0) return []
  const { rows } = await sql<{ id: string; function_codes: string }>`
    select a.id, s.function_codes from account as a
      join staff_user as s on lower(s.emp_mail_id) = a.email_key
      where a.status = 'active'`.execute(db)
  return ruled.map((screen) => {
    const opening = functionsOf(screen)
    const withFunction = rows.filter((row) =>
      codesIn(row.function_codes).some((code) => opening.has(foldText(code))),
    )
    return {
      screen: screen.name,
      label: t(screen.label),
      openTo: [...new Set(opening.values())],
      people: new Set(withFunction.map(({ id }) => id)).size,
      by: screen.by.map(({ id, ...path }) => ({
        id,
        name: [path.appl, path.module, path.submodule, path.process].join(' › '),
      })),
    }
  })
}

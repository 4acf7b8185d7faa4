import { sql } from 'kysely'
import type { Access } from '#domain/access/actor.ts'
import type { ClosedScreen } from '#domain/access/role-grid.ts'
import {
  everyProcess,
  functionsOf,
  ruledScreens,
  screens,
  withoutClosed,
  type Application,
  type RuledScreen,
} from '#domain/access/screens-by-function.ts'
import { foldText } from '#domain/text.ts'
import type { Db } from '../store/dialect.ts'

const processes = [everyProcess, ...screens.map(({ name }) => name)]

const listIn = (cell: unknown): string[] => JSON.parse(String(cell ?? '[]')) as string[]

/** The screens that are open to some functions only, by the Applications that are about them; `tried` as if it were saved. */
export async function screensRuled(db: Db, tried?: Application): Promise<RuledScreen[]> {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'appl_code', 'module_code', 'submodule_code', 'process_code'])
    .select(['function_codes', 'function_names'])
    .where(sql<string>`ltrim(replace(lower(process_code), ' ', ''), '/')`, 'in', processes)
    .orderBy('natural_key')
    .execute()
  const there = rows.map((row): Application => {
    const names = listIn(row['function_names'])
    return {
      id: String(row['id']),
      appl: String(row['appl_code']),
      module: String(row['module_code']),
      submodule: String(row['submodule_code']),
      process: String(row['process_code']),
      functions: listIn(row['function_codes']).map((code, at) => ({ code, name: names[at] ?? code })),
    }
  })
  return ruledScreens(tried ? [...there.filter(({ id }) => id !== tried.id), tried] : there)
}

interface Seeing {
  access: Access
  functions: readonly string[]
}

/** What is left to people with their functions. Administrators are closed out of nothing: they could not open it again. */
export async function behindOpenScreens(db: Db, people: readonly Seeing[]): Promise<Access[]> {
  const isRuled = ({ access: { roles } }: Seeing): boolean => roles.length > 0 && !roles.includes('ADMIN')
  const ruled = people.some(isRuled) ? await screensRuled(db) : []
  if (ruled.length === 0) return people.map(({ access }) => access)
  const left = people.map((each) => {
    const open = isRuled(each) ? withoutClosed(each.access.rights, ruled, each.functions) : undefined
    return { ...each, open: open && Object.keys(open.on).length > 0 ? open : undefined }
  })
  const nameOf = await namesOf(
    db,
    left.flatMap(({ open, functions }) => (open ? functions : [])),
  )
  return left.map(({ access, functions, open }) => {
    if (!open) return access
    const mayKnow = open.rights['jobFunction']?.includes('read') ?? false
    const told = Object.entries(open.on).map(([subject, closing]) => [
      subject,
      mayKnow ? closing : { ...closing, openTo: [] },
    ])
    const closed = {
      functions: [...new Set(functions.map(nameOf))],
      on: Object.fromEntries(told) as typeof open.on,
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
  const names = new Map(rows.map((row) => [String(row['function_code']), String(row['function_name'])]))
  return (code) => names.get(code) ?? code
}

/** For those who look after rights: what is closed, to whom it is open, and by which Applications. */
export async function closedScreens(db: Db): Promise<ClosedScreen[]> {
  const ruled = await screensRuled(db)
  if (ruled.length === 0) return []
  const { rows } = await sql<{ id: string; function_codes: string }>`
    select a.id, s.function_codes from account as a
      join staff_user as s on lower(s.emp_mail_id) = a.email_key
      where a.status = 'active'`.execute(db)
  return ruled.map((screen) => {
    const opening = functionsOf(screen)
    const able = rows.filter((row) => listIn(row.function_codes).some((code) => opening.has(foldText(code))))
    return {
      screen: screen.name,
      label: screen.label,
      openTo: [...new Set(opening.values())],
      people: new Set(able.map(({ id }) => id)).size,
      by: screen.by.map(({ id, ...path }) => ({
        id,
        name: [path.appl, path.module, path.submodule, path.process].join(' › '),
      })),
    }
  })
}

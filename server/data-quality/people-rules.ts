import { sql } from 'kysely'
import type { Db } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'
import { always, checkWith, recordColumns, type Check, type CheckedRow } from './quality-check.ts'
import { t } from '#domain/messages/t.ts'

const managerFields = {
  admin_rpt_manager_code: 'Admin_Rpt_Manager_Code',
  function_rpt_manager_code: 'Function_Rpt_Manager_Code',
} as const
const managerColumns = ['admin_rpt_manager_code', 'function_rpt_manager_code'] as const
type ManagerColumn = (typeof managerColumns)[number]
type Reporter = Pick<Tables['staff_user'], 'employee_code' | ManagerColumn>

const reportsToItself = (row: Reporter): ManagerColumn[] =>
  managerColumns.filter((column) => row[column] !== null && row[column] === row.employee_code)

/** The managers of all users; a firm has at most some thousands of users. */
async function managersOf(db: Db): Promise<ReadonlyMap<string, Reporter>> {
  const rows = await db
    .selectFrom('staff_user')
    .select(['employee_code', ...managerColumns])
    .execute()
  return new Map(rows.map((row) => [row.employee_code, row]))
}

function cycleFrom(
  start: Reporter,
  column: ManagerColumn,
  managers: ReadonlyMap<string, Reporter>,
): string[] | undefined {
  const own = start.employee_code
  const passed: string[] = []
  for (let code = start[column]; code && !passed.includes(code);) {
    passed.push(code)
    if (code === own) return passed
    code = managers.get(code)?.[column] ?? null
  }
  return undefined
}

export const reportChecks: readonly Check[] = [
  checkWith<Reporter>({
    entity: 'staffUser',
    table: 'staff_user',
    field: (row) => managerFields[reportsToItself(row)[0] ?? 'admin_rpt_manager_code'],
    rows: (chunk) =>
      sql`select ${recordColumns('staff_user')}, employee_code, admin_rpt_manager_code, function_rpt_manager_code
        from staff_user where (admin_rpt_manager_code is not null or function_rpt_manager_code is not null) and ${chunk}`,
    describe: {
      prepare: async (db) => {
        const managers = await managersOf(db)
        return (row) => {
          if (reportsToItself(row).length > 0) return t('Reports to themselves')
          const cycle = managerColumns
            .map((column) => cycleFrom(row, column, managers))
            .find((found) => found !== undefined)
          return cycle ? t('Circular reporting line: {employees}', { employees: cycle.join(' → ') }) : null
        }
      },
    },
    fix: (row) => {
      const own = reportsToItself(row)
      if (own.length === 0) return null
      const change = Object.fromEntries(own.map((column) => [managerFields[column], null]))
      return { words: t('Clear the manager'), change }
    },
  }),
]

async function functionsOf(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('job_function')
    .select(['company_code', 'branch_code', 'function_code'])
    .execute()
  return new Set(rows.map((row) => keyOf(row, row.function_code)))
}

type BranchColumns = Pick<Tables['staff_user'], 'company_code' | 'branch_code'>

const keyOf = (row: BranchColumns, code: string): string =>
  [row.company_code, row.branch_code, code].join('\n')

const functionCheck = <Columns>(
  check: Pick<Check<CheckedRow & BranchColumns & Columns>, 'entity' | 'table' | 'field' | 'rows'>,
  codesOf: (row: Columns) => readonly string[],
): Check =>
  checkWith<BranchColumns & Columns>({
    ...check,
    describe: {
      prepare: async (db) => {
        const known = await functionsOf(db)
        return (row) => {
          const unknownCodes = codesOf(row).filter((code) => !known.has(keyOf(row, code)))
          const branch = `${row.company_code} ${row.branch_code}`
          return unknownCodes.length > 0
            ? t('Branch {branch} has no function {codes}', { branch, codes: unknownCodes.join(', ') })
            : null
        }
      },
    },
  })

export const functionChecks: readonly Check[] = [
  functionCheck<Pick<Tables['staff_user'], 'function_codes'>>(
    {
      entity: 'staffUser',
      table: 'staff_user',
      field: 'Function_Codes',
      rows: (chunk) =>
        sql`select ${recordColumns('staff_user')}, company_code, branch_code, function_codes
          from staff_user where ${chunk}`,
    },
    (row) => JSON.parse(row.function_codes || '[]'),
  ),
  functionCheck<Pick<Tables['user_role'], 'function_code'>>(
    {
      entity: 'userRole',
      table: 'user_role',
      field: 'Function_Code',
      rows: (chunk) =>
        sql`select ${recordColumns('user_role')}, company_code, branch_code, function_code
          from user_role where ${chunk}`,
    },
    (row) => [row.function_code],
  ),
]

export const accountEmployeeChecks: readonly Check[] = [
  {
    entity: 'account',
    table: 'account',
    rows: (chunk) =>
      sql`select ${recordColumns('account')} from account
        where status = 'active' and role_code in ('FIELD', 'OFFICE')
        and not exists (select 1 from employee where lower(employee.email) = account.email_key) and ${chunk}`,
    describe: always('No employee has this e-mail'),
    link: () => ({ to: '/employee', words: t('Add the employee') }),
  },
]

export const employeeAccountChecks: readonly Check[] = [
  checkWith<{ email: string }>({
    entity: 'employee',
    table: 'employee',
    field: 'email',
    rows: (chunk) =>
      sql`select ${recordColumns('employee')}, employee.email from employee
        where not exists (select 1 from account where account.email_key = lower(employee.email)) and ${chunk}`,
    describe: (row) => t('No account has the e-mail {email}: ask them to register', { email: row.email }),
  }),
]

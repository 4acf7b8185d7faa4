import { sql } from 'kysely'
import type { Db, Row } from '../store/dialect.ts'
import { isWrong, named, textOf, type Check } from './health-check.ts'

const managerFields = {
  admin_rpt_manager_code: 'Admin_Rpt_Manager_Code',
  function_rpt_manager_code: 'Function_Rpt_Manager_Code',
} as const
const managerColumns = Object.keys(managerFields) as (keyof typeof managerFields)[]

const reportsToItself = (row: Row): (keyof typeof managerFields)[] =>
  managerColumns.filter((column) => row[column] !== null && row[column] === row['employee_code'])

/** Everybody's managers: a firm has at most some thousands of users. */
async function managersOf(db: Db): Promise<ReadonlyMap<string, Row>> {
  const rows = await db
    .selectFrom('staff_user')
    .select(['employee_code', ...managerColumns])
    .execute()
  return new Map(rows.map((row) => [textOf(row['employee_code']), row]))
}

function circleFrom(
  start: Row,
  column: keyof typeof managerFields,
  everybody: ReadonlyMap<string, Row>,
): string[] | undefined {
  const own = textOf(start['employee_code'])
  const passed: string[] = []
  for (let code = textOf(start[column]); code !== '' && !passed.includes(code);) {
    passed.push(code)
    if (code === own) return passed
    code = textOf(everybody.get(code)?.[column])
  }
  return undefined
}

export const reportChecks: readonly Check[] = [
  {
    entity: 'staffUser',
    table: 'staff_user',
    field: (row) => managerFields[reportsToItself(row)[0] ?? 'admin_rpt_manager_code'],
    rows: (piece) =>
      sql`select ${named('staff_user')}, employee_code, admin_rpt_manager_code, function_rpt_manager_code
        from staff_user where (admin_rpt_manager_code is not null or function_rpt_manager_code is not null) and ${piece}`,
    says: {
      after: async (db) => {
        const everybody = await managersOf(db)
        return (row) => {
          if (reportsToItself(row).length > 0) return 'They report to themselves'
          const circle = managerColumns
            .map((column) => circleFrom(row, column, everybody))
            .find((found) => found !== undefined)
          return circle ? `Their line of managers comes back to them: ${circle.join(' → ')}` : null
        }
      },
    },
    fix: (row) => {
      const own = reportsToItself(row)
      if (own.length === 0) return null
      const change = Object.fromEntries(own.map((column) => [managerFields[column], null]))
      return { words: 'Empty the manager', change }
    },
  },
]

async function functionsOf(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('job_function')
    .select(['company_code', 'branch_code', 'function_code'])
    .execute()
  return new Set(rows.map((row) => keyOf(row, textOf(row['function_code']))))
}

const keyOf = (row: Row, code: string): string =>
  [textOf(row['company_code']), textOf(row['branch_code']), code].join('\n')

const functionCheck = (
  check: Pick<Check, 'entity' | 'table' | 'field' | 'rows'>,
  codesOf: (row: Row) => readonly string[],
): Check => ({
  ...check,
  says: {
    after: async (db) => {
      const known = await functionsOf(db)
      return (row) => {
        const strange = codesOf(row).filter((code) => !known.has(keyOf(row, code)))
        const branch = `${textOf(row['company_code'])} ${textOf(row['branch_code'])}`
        return strange.length > 0 ? `Branch ${branch} has no function ${strange.join(', ')}` : null
      }
    },
  },
})

export const functionChecks: readonly Check[] = [
  functionCheck(
    {
      entity: 'staffUser',
      table: 'staff_user',
      field: 'Function_Codes',
      rows: (piece) =>
        sql`select ${named('staff_user')}, company_code, branch_code, function_codes
          from staff_user where ${piece}`,
    },
    (row) => JSON.parse(textOf(row['function_codes']) || '[]') as string[],
  ),
  functionCheck(
    {
      entity: 'userRole',
      table: 'user_role',
      field: 'Function_Code',
      rows: (piece) =>
        sql`select ${named('user_role')}, company_code, branch_code, function_code
          from user_role where ${piece}`,
    },
    (row) => [textOf(row['function_code'])],
  ),
]

export const accountEmployeeChecks: readonly Check[] = [
  {
    entity: 'account',
    table: 'account',
    rows: (piece) =>
      sql`select ${named('account')} from account
        where status = 'active' and role_code in ('FIELD', 'OFFICE')
        and not exists (select 1 from employee where lower(employee.email) = account.email_key) and ${piece}`,
    says: isWrong('No employee has this e-mail'),
    link: () => ({ to: '/employee', words: 'Add the employee' }),
  },
]

export const employeeAccountChecks: readonly Check[] = [
  {
    entity: 'employee',
    table: 'employee',
    field: 'email',
    rows: (piece) =>
      sql`select ${named('employee')}, employee.email from employee
        where not exists (select 1 from account where account.email_key = lower(employee.email)) and ${piece}`,
    says: (row) => `No account has the e-mail ${textOf(row['email'])}: ask them to register`,
  },
]

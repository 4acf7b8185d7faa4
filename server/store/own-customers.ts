import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { OwnWork } from '#domain/access/rights.ts'
import type { Condition } from './dialect.ts'
import { inFewSizes } from './prepared.ts'
import { indexOn } from './table.ts'

/**
 * That a record is of a customer who is assigned to one of these employees on that day, or has an open plan of theirs.
 * Undefined where there are no employees. `table` has the column `customer_code`.
 */
export function ofOwnCustomers(work: OwnWork, day: string, table: string): Condition | undefined {
  if (work.employees.length + work.accounts.length === 0) return undefined
  const employees = inFewSizes(work.employees)
  const accounts = inFewSizes(work.accounts)
  const code = sql.ref(`${table}.customer_code`)
  const shape = `${table} own ${employees.length} ${accounts.length}`
  const sources = sourcesOf(employees, accounts, day)
  const parameters = sources.flatMap((source) => source.parameters)
  const rows = (): RawBuilder<unknown> =>
    sql.join(
      sources.map(({ from, test }) => sql`select customer_code from ${sql.table(from)} where ${test()}`),
      sql` union all `,
    )
  const ofOne: Condition = {
    shape: `one ${shape}`,
    parameters,
    test: () =>
      sql`(${sql.join(
        sources.map(
          ({ from, test }) =>
            sql`exists (select 1 from ${sql.table(from)} as of_own where of_own.customer_code = ${code} and ${test()})`,
        ),
        sql` or `,
      )})`,
  }
  return {
    shape,
    parameters,
    test: () => sql`${code} in (${rows()})`,
    ofOne,
    ...(table === 'customer' && { named: { rows, parameters, index: codeIndex, walked: ofOne } }),
  }
}

const codeIndex = indexOn('customer', ['customer_code'], true).name

interface Source {
  from: 'assignment' | 'visit'
  parameters: readonly string[]
  test: () => RawBuilder<SqlBool>
}

/** Each goes along an index of its own. */
function sourcesOf(employees: readonly string[], accounts: readonly string[], day: string): Source[] {
  const sources: Source[] = []
  if (employees.length > 0)
    sources.push(
      {
        from: 'assignment',
        parameters: [...employees, day, day],
        test: () =>
          sql`employee_number in (${sql.join(employees)})
            and from_day <= ${day} and (until_day is null or until_day >= ${day})`,
      },
      {
        from: 'visit',
        parameters: employees,
        test: () => sql`status = 'planned' and assigned_to in (${sql.join(employees)})`,
      },
    )
  if (accounts.length > 0)
    sources.push({
      from: 'visit',
      parameters: accounts,
      test: () => sql`status = 'planned' and assigned_to is null and planned_by in (${sql.join(accounts)})`,
    })
  return sources
}

import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import type { Dialect } from '../store/dialect.ts'
import type { Selection } from '../store/record-list.ts'

const own = ['Customer_Code', 'Customer_Name', 'City_Code', 'Visit_In_Days', 'Last_Visited']

/** Of each customer what the screens of visits show, with the open plan, the balance and who looks after them on the day. */
export function planSelection(dialect: Dialect, day: string): Selection {
  const beside = (
    name: string,
    pairs: Readonly<Record<string, RawBuilder<unknown>>>,
    from: RawBuilder<unknown>,
  ): AliasedRawBuilder<unknown, string> =>
    sql`(select ${dialect.jsonObject(pairs)} from ${from} limit 1)`.as(name)
  const column = (name: string): RawBuilder<unknown> => sql.ref(name)
  return {
    name: `plans of ${day}`,
    columns: [
      'id',
      ...own.map((name) => `${name.toLowerCase()} as ${name}`),
      beside(
        'Plan',
        {
          Visit_ID: column('visit.visit_id'),
          Planned_At: column('visit.planned_at'),
          Remarks: column('visit.remarks'),
          Assigned_To: column('visit.assigned_to'),
        },
        sql`visit where visit.customer_code = customer.customer_code and visit.status = 'planned'`,
      ),
      beside(
        'Balance',
        {
          As_Of: column('balance.as_of'),
          Receivable: column('balance.receivable'),
          Overdue: column('balance.overdue'),
        },
        sql`balance where balance.customer_code = customer.customer_code`,
      ),
      beside(
        'Employee',
        { employeeNumber: column('employee.employee_number'), name: column('employee.name') },
        sql`assignment join employee on employee.employee_number = assignment.employee_number
          where assignment.customer_code = customer.customer_code and assignment.from_day <= ${sql.lit(day)}
          and (assignment.until_day is null or assignment.until_day >= ${sql.lit(day)})`,
      ),
    ],
  }
}

import type { Selection } from '../store/record-list.ts'

const own = ['Customer_Code', 'Customer_Name', 'City_Code', 'Visit_In_Days', 'Last_Visited']
const beside = [
  'visit.visit_id',
  'visit.version as plan_version',
  'visit.planned_at',
  'visit.remarks',
  'visit.assigned_to',
  'balance.as_of',
  'balance.receivable',
  'balance.overdue',
  'employee.employee_number',
  'employee.name',
]

/**
 * Of each customer what the screens of visits show, with the open plan, the balance and who looks after them on the day:
 * one statement, because each further one would cost as much as the page itself.
 */
export const planSelection = (day: string): Selection => ({
  name: 'plans',
  columns: ['customer.id', ...own.map((name) => `customer.${name.toLowerCase()} as ${name}`), ...beside],
  beside: (customers) =>
    customers
      .leftJoin('visit', (join) =>
        join.onRef('visit.customer_code', '=', 'customer.customer_code').on('visit.status', '=', 'planned'),
      )
      .leftJoin('balance', 'balance.customer_code', 'customer.customer_code')
      .leftJoin('assignment', (join) =>
        join
          .onRef('assignment.customer_code', '=', 'customer.customer_code')
          .on('assignment.from_day', '<=', day)
          .on((on) => on.or([on('assignment.until_day', 'is', null), on('assignment.until_day', '>=', day)])),
      )
      .leftJoin('employee', 'employee.employee_number', 'assignment.employee_number'),
  parameters: ['planned', day, day],
})

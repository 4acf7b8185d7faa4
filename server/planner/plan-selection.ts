import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { joinAssignment } from '../assignments/assigned-to.ts'
import type { Selection } from '../store/query/record-list.ts'
import type { Tables } from '../store/tables/tables.ts'

const customerFields = [
  'Customer_Code',
  'Customer_Name',
  'Local_Name',
  'Customer_Phone',
  'Street',
  'City_Code',
  'Pin_Code',
  'Visit_In_Days',
  'Last_Visited',
  'Credit_Limit',
] as const
const joinedColumns = [
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

type Customer = Pick<RecordNamed<'customer'>, 'id' | (typeof customerFields)[number]>
type Plan = Pick<Tables['visit'], 'visit_id' | 'planned_at' | 'remarks' | 'assigned_to'> & {
  plan_version: number
}
type Balance = Pick<Tables['balance'], 'as_of' | 'receivable' | 'overdue'>
type Employee = Pick<Tables['employee'], 'employee_number' | 'name'>
/** A customer with its open plan, its balance and its owner, each as a whole or not at all. */
export type PlanRow = Customer & OrNone<Plan> & OrNone<Balance> & OrNone<Employee>
type OrNone<T> = T | { [Column in keyof T]: null }

/**
 * The columns of a customer with the open plan, the balance and the owner on the day, in one statement: each further
 * statement would cost as much as the page itself.
 */
export const planSelection = (day: string): Selection<PlanRow> => ({
  name: 'plans',
  columns: [
    'customer.id',
    ...customerFields.map((name) => `customer.${name.toLowerCase()} as ${name}`),
    ...joinedColumns,
  ],
  join: (customers) =>
    joinAssignment(
      customers
        .leftJoin('visit', (join) =>
          join.onRef('visit.customer_code', '=', 'customer.customer_code').on('visit.status', '=', 'planned'),
        )
        .leftJoin('balance', 'balance.customer_code', 'customer.customer_code'),
      'customer',
      day,
    ).leftJoin('employee', 'employee.employee_number', 'assignment.employee_number'),
  parameters: ['planned', day, day],
})

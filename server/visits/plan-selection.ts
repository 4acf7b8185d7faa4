import { sql } from 'kysely'
import type { Selection } from '../store/record-list.ts'

const own = ['Customer_Code', 'Customer_Name', 'City_Code', 'Visit_In_Days', 'Last_Visited']

/**
 * Of each customer what the screens of visits show, with the open plan, the balance and who looks after them on the day:
 * one statement, because each further one would cost as much as the page itself.
 */
export const planSelection = (day: string): Selection => ({
  name: 'plans',
  columns: ['id', ...own.map((name) => `${name.toLowerCase()} as ${name}`)],
  beside: (page) => sql`
    select page.*, visit.visit_id, visit.planned_at, visit.remarks, visit.assigned_to,
      balance.as_of, balance.receivable, balance.overdue, employee.employee_number, employee.name
    from (${page}) as page
    left join visit on visit.customer_code = page."Customer_Code" and visit.status = 'planned'
    left join balance on balance.customer_code = page."Customer_Code"
    left join assignment on assignment.customer_code = page."Customer_Code" and assignment.from_day <= ${day}
      and (assignment.until_day is null or assignment.until_day >= ${day})
    left join employee on employee.employee_number = assignment.employee_number`,
  parameters: [day, day],
})

import { daysPending, recommendedDate } from '#domain/visits/schedule.ts'
import type { Customer } from './bare-sql.ts'

/** A row of the planner, with the date functions of the product, since both sides must compute the same. */
export function planIn(row: Customer, now: Date, today: string): object {
  const last = row['last_visited'] as string | null
  const interval = Number(row['visit_in_days'])
  return {
    Customer_ID: row['id'],
    Customer_Code: row['customer_code'],
    Customer_Name: row['customer_name'],
    Local_Name: row['local_name'],
    Customer_Phone: row['customer_phone'],
    Street: row['street'],
    City_Code: row['city_code'],
    City_Name: row['city_name'],
    Pin_Code: row['pin_code'],
    Visit_In_Days: interval,
    Last_Visited: last,
    Recommended_Date: recommendedDate(last, interval, today),
    Days_Since_Visit_Pending: daysPending(last, interval, now, 'Asia/Kolkata'),
    Plan: row['visit_id']
      ? {
          Visit_ID: row['visit_id'],
          version: row['plan_version'],
          Planned_At: row['planned_at'],
          Remarks: row['remarks'],
          Assigned_To: row['assigned_to'],
        }
      : null,
    Balance: row['as_of']
      ? {
          As_Of: row['as_of'],
          Receivable: Number(row['receivable']) / 100,
          Overdue: Number(row['overdue']) / 100,
        }
      : null,
    Credit_Limit: row['credit_limit'] === null ? null : Number(row['credit_limit']) / 100,
    Employee: row['employee_number'] ? { employeeNumber: row['employee_number'], name: row['name'] } : null,
  }
}

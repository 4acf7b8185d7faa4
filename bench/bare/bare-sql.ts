// Hand-written on purpose: the bare limit does not use the catalogue. Every run compares its responses with ours.

/** Column → JSON member. */
const columns: Record<string, string> = {
  customer_code: 'Customer_Code',
  type: 'Type',
  primary_contact: 'Primary_Contact',
  customer_name: 'Customer_Name',
  local_name: 'Local_Name',
  currency_name: 'Currency_Name',
  customer_email: 'Customer_Email',
  customer_phone: 'Customer_Phone',
  gst_name: 'GST_Name',
  state_code: 'State_Code',
  pan: 'PAN',
  tax_preference: 'Tax_Preference',
  payment_term_code: 'paymentTermCode',
  country_code: 'Country_Code',
  zone_code: 'Zone_Code',
  pool_code: 'Pool_Code',
  station_code: 'Station_Code',
  city_code: 'City_Code',
  street: 'Street',
  pin_code: 'Pin_Code',
  soil_name: 'Soil_Name',
  visit_in_days: 'Visit_In_Days',
  last_visited: 'Last_Visited',
  last_visit_id: 'Last_Visit_ID',
  erp_code: 'Erp_Code',
  credit_limit: 'Credit_Limit',
  gstin: 'GSTIN',
  retired_on: 'Retired_On',
  retired_reason: 'Retired_Reason',
}

const searched = [
  'Customer_Code',
  'Primary_Contact',
  'Customer_Name',
  'Local_Name',
  'Customer_Email',
  'Customer_Phone',
  'PAN',
  'Street',
  'Pin_Code',
  'Last_Visit_ID',
  'Erp_Code',
  'GSTIN',
]

const selected = Object.entries(columns).map(([column, name]) => `${column} as "${name}"`)
const derived = ['id', 'version', 'created_at', 'updated_at', 'natural_key', 'search_text']
export const insertedColumns = [...derived, ...Object.keys(columns)]
const select = `select id, version, created_at as "createdAt", updated_at as "updatedAt", ${selected.join(', ')} from customer`
const page = 'order by customer_name, id limit 50'

const planJoins = `left join visit v on v.customer_code = c.customer_code and v.status = 'planned'
  left join balance b on b.customer_code = c.customer_code
  left join assignment a on a.customer_code = c.customer_code and a.from_day <= {day} and (a.until_day is null or a.until_day >= {day})
  left join employee e on e.employee_number = a.employee_number
  left join city on city.city_code = c.city_code`
const plans = `select c.id, c.customer_code, c.customer_name, c.local_name, c.customer_phone, c.street, c.city_code, city.city_name, c.pin_code, c.visit_in_days, c.last_visited, c.credit_limit, v.visit_id, v.version as plan_version, v.planned_at,
  v.remarks, v.assigned_to, b.as_of, b.receivable, b.overdue, e.employee_number, e.name from customer c ${planJoins}`

export type Cell = string | number | null
export type Customer = Record<string, Cell>

/** The statements, with the placeholder of the nth parameter in the syntax of the database. */
export const statements = (marker: (n: number) => string) => ({
  read: `${select} where natural_key = ${marker(1)}`,
  list: `${select} ${page}`,
  after: `${select} where (customer_name, id) > (${marker(1)}, ${marker(2)}) ${page}`,
  city: `${select} where city_code = ${marker(1)} ${page}`,
  like: `${select} where search_text like ${marker(1)} ${page}`,
  match: `${select} where rid in (select rowid from customer_search where customer_search match ${marker(1)}) ${page}`,
  countMatches: `select count(*) as n from (select 1 from customer_search where customer_search match ${marker(1)} limit 5000)`,
  plans: `${plans.replaceAll('{day}', marker(1))} where c.retired_on is null and c.zone_code = ${marker(2)} and c.due_day < ${marker(3)} order by c.due_day, c.id limit 50`,
  plansAfter: `${plans.replaceAll('{day}', marker(1))} where c.retired_on is null and (c.due_day, c.id) > (${marker(2)}, ${marker(3)}) order by c.due_day, c.id limit 50`,
  insert: `insert into customer (${insertedColumns.join(', ')}) values (${insertedColumns.map((_, at) => marker(at + 1)).join(', ')})`,
})

/** The parameters of the insert: the sent values and those the indexes need, without validation. */
export function cellsOf(id: string, body: Customer): Cell[] {
  const now = new Date().toISOString()
  const words = searched.map((name) => body[name]).filter(Boolean)
  const key = String(body['Customer_Code']).toLowerCase()
  const cells = Object.values(columns).map((name) => body[name] ?? null)
  return [id, 1, now, now, key, words.join(' ').toLowerCase(), ...cells]
}

export interface BareStore {
  read: (code: string) => Promise<Customer | undefined>
  list: () => Promise<Customer[]>
  after: (name: string, id: string) => Promise<Customer[]>
  inCity: (code: string) => Promise<Customer[]>
  search: (needle: string) => Promise<Customer[]>
  insert: (id: string, body: Customer) => Promise<void>
  /** The most overdue customers of a zone; `plansAfter` is a page after a cursor in all zones. */
  plans: (day: string, zone: string, dayNumber: number) => Promise<Customer[]>
  plansAfter: (day: string, dueDay: number, id: string) => Promise<Customer[]>
}

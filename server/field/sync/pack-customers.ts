import { sql } from 'kysely'
import type { Balance } from '#domain/balances/balance.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { isReplaced, type Licence } from '#domain/licences/licences.ts'
import { maskFields } from '#domain/mask.ts'
import { isTexts } from '#domain/catalogue/values.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { PackCustomer, PackPlan, PackVisit } from '#domain/field/pack.ts'
import type { Context } from '../../core/context.ts'
import { lotsOf } from '../../advice-guard/guard-store.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import { lastPromisesOf } from '../../promises/promise-of-visit.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { Db } from '../../store/dialect.ts'
import { padToBucket } from '../../store/query/prepared.ts'
import { inParts } from '../../store/records/record-sets.ts'
import type { PackReader } from './pack-reader.ts'

/** Few enough that the reads of an embedded database do not delay other requests. */
const customersAtOnce = 64
const visitsShown = 3

/** The customers with these ids, which have to be in scope. */
export async function packCustomers(
  ctx: Context,
  db: Db,
  reader: PackReader,
  ids: readonly string[],
): Promise<PackCustomer[]> {
  const customers: PackCustomer[] = []
  for (const part of inParts(ids, customersAtOnce)) {
    const rows = await customerRows(db, padToBucket(part))
    const codes = rows.map((row) => row.customer_code)
    const visits =
      reader.may('visit') && codes.length > 0 ? await visitsOf(ctx, db, reader, codes) : undefined
    const lots =
      reader.may('cropLot') && codes.length > 0 ? await lotsOf(db, codes, firstDayOfLots(ctx)) : undefined
    const promises = visits && reader.may('balance') ? await lastPromisesOf(db, codes) : undefined
    const licences =
      reader.may('customerLicence') && codes.length > 0 ? await licencesOf(db, codes) : undefined
    for (const row of rows) {
      const promise = promises?.get(row.customer_code)
      customers.push({
        ...packCustomer(row, reader, visits),
        ...(lots?.has(row.customer_code) && { lots: lots.get(row.customer_code) ?? [] }),
        ...(promise && { promise }),
        ...(licences?.has(row.customer_code) && { licences: licences.get(row.customer_code) ?? [] }),
      })
    }
    if (ids.length > customersAtOnce && ctx.store.dialect.isEmbedded) await yieldToEventLoop()
  }
  return customers
}

/** A visit may be recorded some weeks late, when its crop is reaped already. */
const firstDayOfLots = ({ now, config }: Pick<Context, 'now' | 'config'>): string =>
  addDays(dayIn(now(), config.timeZone), -config.lateVisitDays)

/** The day does not matter: the phone marks those that expire when they do. */
async function licencesOf(db: Db, codes: readonly string[]): Promise<Map<string, Licence[]>> {
  const rows = await db
    .selectFrom('customer_licence')
    .select(['customer_code', 'kind', 'valid_until'])
    .where('customer_code', 'in', padToBucket(codes))
    .orderBy('customer_code')
    .orderBy('kind')
    .orderBy('natural_key')
    .execute()
  const all = Map.groupBy(
    rows.map((row) => ({ code: row.customer_code, Kind: row.kind, Valid_Until: row.valid_until })),
    ({ code }) => code,
  )
  return new Map(
    [...all].flatMap(([code, own]) => {
      const kept = own.filter((each) => each.Valid_Until !== null && !isReplaced(each, own))
      const licences = kept.map(({ Kind, Valid_Until }) => ({ Kind, Valid_Until }))
      return licences.length > 0 ? [[code, licences]] : []
    }),
  )
}

type CustomerRow = Awaited<ReturnType<typeof customerRows>>[number]

const customerRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('customer')
    .leftJoin('city', 'city.city_code', 'customer.city_code')
    .leftJoin('customer_place', 'customer_place.customer_code', 'customer.customer_code')
    .leftJoin('city_place', 'city_place.city_code', 'customer.city_code')
    .leftJoin('balance', 'balance.customer_code', 'customer.customer_code')
    .select([
      'customer.id',
      'customer.customer_code',
      'customer.customer_name',
      'customer.local_name',
      'customer.customer_phone',
      'customer.street',
      'customer.state_code',
      'customer.city_code',
      'customer.pin_code',
      'customer.soil_name',
      'customer.visit_in_days',
      'customer.last_visited',
      'customer.credit_limit',
      'customer.assigned_employee',
      'city.city_name',
      'city.local_name as city_local_name',
      'customer_place.place as own_place',
      'city_place.place as city_place',
      'balance.as_of',
      'balance.receivable',
      'balance.overdue',
    ])
    .where('customer.id', 'in', ids)
    .execute()

interface VisitsOfCustomers {
  plans: ReadonlyMap<string, PackPlan>
  made: ReadonlyMap<string, readonly PackVisit[]>
}

function packCustomer(
  row: CustomerRow,
  { employee, may, hidden }: PackReader,
  visits: VisitsOfCustomers | undefined,
): PackCustomer {
  const shown = maskFields(
    {
      Customer_Name: row.customer_name,
      Local_Name: row.local_name,
      Customer_Phone: row.customer_phone,
      Street: row.street,
      Pin_Code: row.pin_code,
      Soil_Name: row.soil_name,
    },
    hidden,
  )
  const code = row.customer_code
  return {
    id: row.id,
    code,
    name: shown.Customer_Name,
    ...(shown.Local_Name !== null && { localName: shown.Local_Name }),
    phone: shown.Customer_Phone,
    street: shown.Street,
    state: row.state_code,
    cityCode: row.city_code,
    city: may('city') ? (row.city_name ?? row.city_code) : row.city_code,
    ...(may('city') && row.city_local_name !== null && { cityLocalName: row.city_local_name }),
    pin: shown.Pin_Code,
    soil: shown.Soil_Name,
    visitInDays: row.visit_in_days,
    lastVisited: row.last_visited,
    place: placeOf(row, may),
    ...(visits && { plan: visits.plans.get(code) ?? null, visits: visits.made.get(code) ?? [] }),
    ...(may('balance') && { balance: balanceOf(row) }),
    ...(may('balance') && row.credit_limit !== null && { creditLimit: rupees(row.credit_limit) }),
    isMine: employee !== null && row.assigned_employee === employee,
  }
}

function placeOf(row: CustomerRow, may: PackReader['may']): PackCustomer['place'] {
  if (row.own_place !== null && may('customerPlace')) return { at: row.own_place, of: 'customer' }
  return row.city_place !== null && may('cityPlace') ? { at: row.city_place, of: 'city' } : null
}

const balanceOf = ({ as_of, receivable, overdue }: CustomerRow): Balance | null =>
  as_of === null ? null : { As_Of: as_of, Receivable: rupees(receivable), Overdue: rupees(overdue) }

/** Amounts are stored in hundredths. */
const rupees = (hundredths: number | null): number => (hundredths ?? 0) / 100

/** The open plans and the last visits made of these customers, by code. */
async function visitsOf(
  ctx: Context,
  db: Db,
  reader: PackReader,
  codes: readonly string[],
): Promise<VisitsOfCustomers> {
  const columns = sql.raw(
    'id, visit_id, version, customer_code, status, planned_at, remarks, stop_order, assigned_to, planned_by, recorded_by, visited_on, feedback, season_recommendation, new_recommended_crops, new_recommended_materials, next_visit_suggested, contact_mode, group_title',
  )
  const { rows } = await sql<VisitRow>`select ${columns} from (
      select ${columns}, row_number() over (partition by customer_code, status
        order by visited_on desc, coalesce(recorded_at, created_at) desc, natural_key desc) as place
      from visit where customer_code in (${sql.join(padToBucket(codes))}) and status in ('planned', 'visited')
    ) as last where place <= ${sql.lit(visitsShown)} order by customer_code, place`.execute(db)
  const nameOf = await namesOf(ctx, db, reader, rows)
  const plans = new Map<string, PackPlan>()
  const made = new Map<string, PackVisit[]>()
  for (const row of rows) {
    if (row.status === 'planned') {
      if (!plans.has(row.customer_code)) plans.set(row.customer_code, planOf(row, reader, nameOf))
      continue
    }
    const ofCustomer = made.get(row.customer_code) ?? []
    ofCustomer.push(visitOf(row, nameOf))
    made.set(row.customer_code, ofCustomer)
  }
  return { plans, made }
}

interface VisitRow {
  visit_id: string
  version: number
  customer_code: string
  status: 'planned' | 'visited'
  planned_at: string
  remarks: string | null
  stop_order: number | null
  assigned_to: string | null
  planned_by: string | null
  recorded_by: string | null
  visited_on: string
  feedback: string | null
  season_recommendation: string | null
  new_recommended_crops: string | null
  new_recommended_materials: string | null
  next_visit_suggested: string | null
  contact_mode: string | null
  group_title: string | null
}

type NameOf = (number: string | null, account?: string | null) => string | null

/** The names of employees in the scope of the account, and of accounts, as on the page of a customer. */
async function namesOf(ctx: Context, db: Db, reader: PackReader, rows: readonly VisitRow[]): Promise<NameOf> {
  const numbers = [...new Set(rows.flatMap((row) => row.assigned_to ?? []))]
  const accounts = [
    ...new Set(rows.flatMap((row) => (row.assigned_to === null ? (row.recorded_by ?? []) : []))),
  ]
  const names = new Map<string, string>()
  if (numbers.length > 0 && reader.may('employee')) {
    const scope = territoryFilter(ctx, 'employee', 'employee')
    const found = await db
      .selectFrom('employee')
      .select(['employee_number', 'name'])
      .where('employee_number', 'in', padToBucket(numbers))
      .$if(scope !== undefined, (query) => query.where(scope!.test()))
      .execute()
    for (const row of found) names.set(row.employee_number, row.name)
  }
  if (accounts.length > 0) {
    const found = await db
      .selectFrom('account')
      .select(['id', 'username'])
      .where('id', 'in', padToBucket(accounts))
      .execute()
    for (const row of found) names.set(row.id, row.username)
  }
  return (number, account = null) =>
    number === null ? (account === null ? null : (names.get(account) ?? null)) : (names.get(number) ?? number)
}

const planOf = (row: VisitRow, { employee, account }: PackReader, nameOf: NameOf): PackPlan => ({
  Visit_ID: row.visit_id,
  version: row.version,
  at: row.planned_at,
  remarks: row.remarks,
  order: row.stop_order,
  assignedTo: nameOf(row.assigned_to),
  isMine: row.assigned_to === null ? row.planned_by === account : row.assigned_to === employee,
})

const visitOf = (row: VisitRow, nameOf: NameOf): PackVisit => ({
  Visit_ID: row.visit_id,
  on: row.visited_on,
  by: nameOf(row.assigned_to, row.recorded_by),
  feedback: row.feedback,
  season: row.season_recommendation,
  crops: listIn(row.new_recommended_crops),
  materials: listIn(row.new_recommended_materials),
  next: row.next_visit_suggested,
  contactMode: row.contact_mode,
  ...(row.group_title !== null && { group: row.group_title }),
})

const listIn = (text: string | null): readonly string[] => (text === null ? [] : parseJson(text, isTexts))

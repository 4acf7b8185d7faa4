import { can, type Action } from '#domain/access/policy.ts'
import { maskFields, sensitiveFields } from '#domain/mask.ts'
import { entityNamed, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { Balance } from '#domain/balances/balance.ts'
import type { CustomerPage, OwnerPeriod } from '#domain/api/visits/customer-page.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { findCustomer, employeeNames, visitsOfCustomer } from './customer-visits.ts'
import { referenceNames } from '../records/reference-names.ts'
import { billsOfCustomer } from '../balances/customer-bills.ts'
import { planOfCustomer } from '../planner/planner-service.ts'

export async function customerPage(ctx: Context, idOrCode: string): Promise<CustomerPage> {
  const customer = await findCustomer(ctx, idOrCode)
  const code = customer.Customer_Code
  /** Members without a right are not loaded, and left out of the response. */
  const loadIfAllowed = <T>(action: Action, subject: string, load: () => Promise<T>) => {
    const isAllowed = can(ctx.actor, action, subject).allowed
    return async (): Promise<T | undefined> => (isAllowed ? load() : undefined)
  }
  const [planned, names, place, licences, cityPlace, balances, bills, assignments, visits] = await inParallel(
    [
      () => planOfCustomer(ctx, code),
      () => namesByField(ctx, customer),
      loadIfAllowed(
        'read',
        'customerPlace',
        async () => (await gate(ctx, 'read', 'customerPlace').find(code)) ?? null,
      ),
      loadIfAllowed('read', 'customerLicence', () => licencesOf(ctx, code)),
      loadIfAllowed('read', 'cityPlace', () => cityLocation(ctx, customer.City_Code)),
      loadIfAllowed('history', 'balance', () => balancesOf(ctx, code)),
      loadIfAllowed('read', 'balance', () => billsOfCustomer(ctx, customer.id)),
      loadIfAllowed('read', 'assignment', () => assignmentsOf(ctx, code)),
      loadIfAllowed('read', 'visit', () => visitsOfCustomer(ctx, code)),
    ],
  )
  return {
    customer: maskFields(customer, sensitiveFields(entityNamed('customer'))),
    names,
    ...(place !== undefined && { place }),
    ...(licences && { licences }),
    ...(cityPlace !== undefined && { cityPlace }),
    ...planned,
    ...(balances && { balances }),
    ...(bills && { bills }),
    ...(assignments && { assignments }),
    ...(visits && { visits }),
  }
}

async function licencesOf(ctx: Context, code: string): Promise<RecordNamed<'customerLicence'>[]> {
  const { items } = await gate(ctx, 'read', 'customerLicence').list({
    filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
    sort: { field: 'Valid_Until', descending: false },
    limit: 50,
    total: false,
  })
  return items
}

async function cityLocation(ctx: Context, city: string): Promise<string | null> {
  const record = await gate(ctx, 'read', 'cityPlace').find(city)
  return record?.Place ?? null
}

/** The names of the referenced records, such as the city and the station, by field. */
async function namesByField(ctx: Context, customer: StoredRecord): Promise<Record<string, string>> {
  const names = await referenceNames(ctx, entityNamed('customer'), [customer], true)
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, byCode]) => Object.values(byCode).map((name) => [field, name])),
  )
}

/** The balance of each day; of several on one day, the last. */
async function balancesOf(ctx: Context, code: string): Promise<Balance[]> {
  const records = gate(ctx, 'history', 'balance')
  const balance = await records.find(code)
  if (!balance) return []
  const byDay = new Map<string, Balance>()
  for (const { after } of (await records.history(balance.id)).toReversed()) {
    if (!after) continue
    const { As_Of, Receivable, Overdue } = after
    byDay.set(As_Of, { As_Of, Receivable, Overdue })
  }
  // Without history, as in a database filled for benchmarks.
  if (byDay.size === 0) {
    const { As_Of, Receivable, Overdue } = balance
    return [{ As_Of, Receivable, Overdue }]
  }
  return [...byDay.values()].toSorted((one, other) => (one.As_Of < other.As_Of ? -1 : 1))
}

async function assignmentsOf(ctx: Context, code: string): Promise<OwnerPeriod[]> {
  const { items } = await gate(ctx, 'read', 'assignment').list({
    filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
    sort: { field: 'From_Day', descending: true },
    limit: 50,
    total: false,
  })
  const names = await employeeNames(ctx, [...new Set(items.map((each) => each.Employee_Number))])
  return items.map((each) => {
    const employeeNumber = each.Employee_Number
    return {
      From_Day: each.From_Day,
      Until_Day: each.Until_Day,
      employeeNumber,
      name: names.get(employeeNumber) ?? employeeNumber,
      Remarks: each.Remarks,
    }
  })
}

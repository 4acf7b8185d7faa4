import { can, type Action } from '#domain/access/policy.ts'
import { maskFields, sensitiveFields } from '#domain/mask.ts'
import { entityNamed, referencesOf } from '#domain/catalogue/catalogue.ts'
import { titleOf, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { Balance } from '#domain/visits/balance.ts'
import type { CustomerPage, LookedAfter } from '#domain/visits/customer-page.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import { customerAt, employeeNames, visitsOfCustomer } from './customer-visits.ts'
import { planOfCustomer } from './visit-plan-service.ts'

export async function customerPage(ctx: Context, idOrCode: string): Promise<CustomerPage> {
  const customer = await customerAt(ctx, idOrCode)
  const code = String(customer['Customer_Code'])
  /** What is not allowed is not started, and left out of the answer. */
  const part = <T>(action: Action, subject: string, load: () => Promise<T>) => {
    const isAllowed = can(ctx.actor, action, subject).allowed
    return async (): Promise<T | undefined> => (isAllowed ? load() : undefined)
  }
  const [planned, names, place, cityPlace, balances, assignments, visits] = await inParallel([
    () => planOfCustomer(ctx, code),
    () => namesIn(ctx, customer),
    part('read', 'customerPlace', async () => (await gate(ctx, 'read', 'customerPlace').find(code)) ?? null),
    part('read', 'cityPlace', () => placeOfCity(ctx, String(customer['City_Code']))),
    part('history', 'balance', () => balancesOf(ctx, code)),
    part('read', 'assignment', () => assignmentsOf(ctx, code)),
    part('read', 'visit', () => visitsOfCustomer(ctx, code)),
  ])
  return {
    customer: maskFields(customer, sensitiveFields(entityNamed('customer'))),
    names,
    ...(place !== undefined && { place }),
    ...(cityPlace !== undefined && { cityPlace }),
    ...planned,
    ...(balances && { balances }),
    ...(assignments && { assignments }),
    ...(visits && { visits }),
  }
}

async function placeOfCity(ctx: Context, city: string): Promise<string | null> {
  const record = await gate(ctx, 'read', 'cityPlace').find(city)
  return (record?.['Place'] as string | undefined) ?? null
}

/** What each code of the record is called: the city, the station, and all the way up. */
async function namesIn(ctx: Context, customer: StoredRecord): Promise<Record<string, string>> {
  const found = referencesOf(entityNamed('customer')).map(async ({ name, reference }) => {
    const target = entityNamed(reference.entity)
    const title = titleOf(target, reference.field)
    if (!title || target.key.length !== 1 || customer[name] === null) return []
    if (!can(ctx.actor, 'read', target.name).allowed) return []
    const record = await gate(ctx, 'read', target.name).find(String(customer[name]))
    return record ? [[name, String(record[title])] as const] : []
  })
  return Object.fromEntries((await Promise.all(found)).flat())
}

/** What the books said, day by day: of several words about one day, the last. */
async function balancesOf(ctx: Context, code: string): Promise<Balance[]> {
  const records = gate(ctx, 'history', 'balance')
  const balance = await records.find(code)
  if (!balance) return []
  const byDay = new Map<string, Balance>()
  for (const { after } of (await records.history(balance.id)).toReversed()) {
    if (!after) continue
    const { As_Of, Receivable, Overdue } = after as unknown as Balance
    byDay.set(As_Of, { As_Of, Receivable, Overdue })
  }
  // Filled without history, as in a database made for measuring.
  if (byDay.size === 0) {
    const { As_Of, Receivable, Overdue } = balance as unknown as Balance
    return [{ As_Of, Receivable, Overdue }]
  }
  return [...byDay.values()].toSorted((one, other) => (one.As_Of < other.As_Of ? -1 : 1))
}

async function assignmentsOf(ctx: Context, code: string): Promise<LookedAfter[]> {
  const { items } = await gate(ctx, 'read', 'assignment').list({
    filters: [{ field: 'Customer_Code', test: 'is', values: [code] }],
    sort: { field: 'From_Day', descending: true },
    limit: 50,
    total: false,
  })
  const names = await employeeNames(ctx, [...new Set(items.map((each) => String(each['Employee_Number'])))])
  return items.map((each) => {
    const employeeNumber = String(each['Employee_Number'])
    return {
      From_Day: String(each['From_Day']),
      Until_Day: each['Until_Day'] as string | null,
      employeeNumber,
      name: names.get(employeeNumber) ?? employeeNumber,
      Remarks: each['Remarks'] as string | null,
    }
  })
}

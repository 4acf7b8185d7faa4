import type { Home, HomePart } from '#domain/api/home.ts'
import type { Stop } from '#domain/api/visits/day-routes.ts'
import { territoryOf } from '#domain/access/actor.ts'
import { cityName } from '#domain/catalogue/names/shown-name.ts'
import { inParallel } from '../base/in-parallel.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { readDayRoute } from '../day-route/day-route-service.ts'
import { dueCustomers } from '../reminders/due-customers.ts'
import { askAboutVisits } from '../reminders/unrecorded-visits.ts'
import { resolveVisitOwner } from '../visits/planned-visits.ts'
import { may, type ReadPart } from './parts.ts'

/** What the day route reads besides visits and customers. */
const subjects =
  'visit customer employee city holiday balance customerPlace cityPlace cropSoilSeasonMapping crop soil season'.split(
    ' ',
  )

const maxUnrecorded = 5

/** Whether the account visits customers itself: it sees a part of the firm, or belongs to an employee. */
export async function visitsCustomers(ctx: Context): Promise<boolean> {
  if (!may(ctx, 'create', 'visit') || !may(ctx, 'read', ...subjects)) return false
  return territoryOf(ctx.actor) !== undefined || (await ownEmployee(ctx)) !== null
}

export async function fieldParts(
  ctx: Context,
  read: ReadPart,
  isField: boolean,
  today: string,
): Promise<Pick<Home, 'field' | 'unrecorded'>> {
  const [field, unrecorded] = await inParallel([
    () => read(isField, () => fieldPart(ctx, today)),
    () => read(isField, async () => askAboutVisits(ctx, await resolveVisitOwner(ctx, 'mine'), maxUnrecorded)),
  ])
  return { field, unrecorded }
}

const addressIn = ({ Street, Pin_Code }: Stop, city: string): string =>
  [Street, city, Pin_Code].filter(Boolean).join(', ')

async function fieldPart(ctx: Context, today: string): Promise<HomePart<'field'>> {
  const { stops } = await readDayRoute(ctx, today, 'mine')
  const [next] = stops
  // An account that sees the whole firm counts the customers of its employee.
  const employee = territoryOf(ctx.actor) ? null : await ownEmployee(ctx)
  return {
    stops: stops.length,
    next: next
      ? {
          Customer_ID: await customerId(ctx, next.Customer_Code),
          Customer_Code: next.Customer_Code,
          Customer_Name: next.Customer_Name,
          Local_Name: next.Local_Name,
          Customer_Phone: next.Customer_Phone,
          address: addressIn(next, cityName(next)),
          addressOnMap: addressIn(next, next.City_Name),
          Planned_At: next.Planned_At,
          place: next.Place?.of === 'customer' ? next.Place.at : null,
        }
      : null,
    ...(await dueCustomers(ctx, today, employee)),
    employee,
  }
}

async function customerId(ctx: Context, code: string): Promise<string> {
  const customer = await gate(ctx, 'read', 'customer').find(code)
  return customer?.id ?? code
}

import type { RecordValues } from '#domain/catalogue/entity.ts'
import { addDays } from '#domain/dates/dates.ts'
import { chance, pick, pickUnevenly } from './chance.ts'
import type { Places } from './places.ts'
import * as words from './words.ts'

/** The masters of the database that customers and visits refer to by name. */
export interface Masters {
  places: Places
  currency: string
  gst: readonly string[]
  paymentTerms: readonly string[]
  soils: readonly string[]
  seasons: readonly string[]
  crops: readonly string[]
  materials: readonly string[]
  /** The numbers of the employees. */
  employees: readonly string[]
}

const intervals = [7, 15, 21, 30, 45, 60, 90]

export const customerCode = (n: number): string => `CU${String(n).padStart(8, '0')}`

export const intervalOf = (n: number): number => pick(intervals, n, 20)

/** The day of the last visit, so that some customers are due, some overdue and some not yet. */
const lastDay = (n: number, today: string): string =>
  addDays(today, -1 - (chance(n, 21) % (2 * intervalOf(n))))

interface LastVisit {
  day: string | null
  id: string | null
}

export const neverVisited: LastVisit = { day: null, id: null }

/** Customer number n, the same in every run on the same day. */
export function customer(n: number, masters: Masters, last: LastVisit): RecordValues {
  const { stations, citiesOfState } = masters.places
  const place = pick(stations, n, 1)
  const isBusiness = chance(n, 2) % 5 < 2
  const family = pick(words.familyNames, n, 4)
  const person = `${pick(words.givenNames, n, 3)} ${family}`
  const shop = `${pick(words.houseNames, n, 5)} ${pick(words.tradeNames, n, 6)}`
  const gst = isBusiness ? pick(masters.gst, n, 7) : masters.gst[0]!
  return {
    Customer_Code: customerCode(n),
    Type: isBusiness ? 'business' : 'individual',
    Primary_Contact: person,
    Customer_Name: isBusiness ? shop : person,
    Currency_Name: masters.currency,
    Customer_Email: `${person.toLowerCase().replace(' ', '.')}.${n}@mail.example`,
    // Indian mobile numbers begin with 6 to 9, so a number that begins with 5 is not in use.
    Customer_Phone: `+91 5${String(n).padStart(9, '0')}`,
    GST_Name: gst,
    State_Code: place.State_Code,
    PAN: chance(n, 8) % 10 === 0 ? null : pan(n, isBusiness ? 'F' : 'P', isBusiness ? shop : family),
    Tax_Preference: isBusiness ? 'taxable' : 'non taxable',
    paymentTermCode: pick(masters.paymentTerms, n, 9),
    Country_Code: place.Country_Code,
    Zone_Code: place.Zone_Code,
    Pool_Code: place.Pool_Code,
    Station_Code: place.Station_Code,
    City_Code: pickUnevenly(citiesOfState.get(place.State_Code)!, n, 10),
    Street: `${1 + (chance(n, 11) % 200)} ${pick(words.streets, n, 12)}`,
    Pin_Code: String(110_001 + (chance(n, 13) % 740_000)),
    Soil_Name: pick(masters.soils, n, 14),
    Visit_In_Days: intervalOf(n),
    Last_Visited: last.day,
    Last_Visit_ID: last.id,
    Erp_Code: last.day === null ? null : `TL-${n}`,
  }
}

function pan(n: number, holder: string, name: string): string {
  const letter = (salt: number): string => String.fromCharCode(65 + (chance(n, salt) % 26))
  return `ZZ${letter(15)}${holder}${name[0]}${String(1 + (chance(n, 16) % 9999)).padStart(4, '0')}${letter(17)}`
}

/** The last visit of a customer without visits in the database, as entered by hand; some have none. */
export function enteredLastVisit(n: number, today: string): LastVisit {
  return { day: chance(n, 22) % 12 === 0 ? null : lastDay(n, today), id: null }
}

/** The visits of customer n, oldest first; the last may be an open plan. */
export function visitsOf(n: number, count: number, masters: Masters, today: string): RecordValues[] {
  const visits: RecordValues[] = []
  for (let nth = 0; nth < count; nth++) {
    const before = count - 1 - nth
    const salt = 100 + nth * 10
    const isPlan = before === 0 && chance(n, 23) % 10 === 0
    const day = isPlan
      ? addDays(today, chance(n, 24) % 14)
      : addDays(lastDay(n, today), -before * intervalOf(n))
    const isLost = before > 0 && chance(n, salt) % 20 === 0
    const Status = isPlan ? 'planned' : isLost ? 'missed' : 'visited'
    const isVisited = Status === 'visited'
    visits.push({
      Customer_Code: customerCode(n),
      Status,
      Planned_At: `${day}T0${4 + (chance(n, salt + 1) % 6)}:30:00.000Z`,
      Remarks: pick(words.remarks, n, salt + 2),
      Visited_On: isVisited ? day : null,
      ...(isVisited && {
        Amount_Receivables: `₹${1000 + (chance(n, salt + 3) % 90_000)}`,
        Overdue_Amount: `₹${chance(n, salt + 4) % 20_000}`,
        Feedback: pick(words.feedback, n, salt + 5),
        Season_Recommendation: masters.seasons.length > 0 ? pick(masters.seasons, n, salt + 6) : null,
        New_Recommended_Crops: masters.crops.length > 0 ? [pick(masters.crops, n, salt + 7)] : null,
        New_Recommended_Materials:
          masters.materials.length > 0 ? [pick(masters.materials, n, salt + 8)] : null,
      }),
    })
  }
  return visits
}

/** The balance of customer n: six of ten have one, two of ten are overdue. */
export function balanceOf(n: number, today: string): RecordValues[] {
  if (chance(n, 30) % 10 >= 6) return []
  const Receivable = (1 + (chance(n, 31) % 900_000)) / 10
  const isLate = chance(n, 30) % 10 < 2
  return [
    {
      Customer_Code: customerCode(n),
      As_Of: addDays(today, -(chance(n, 32) % 5)),
      Receivable,
      Overdue: isLate ? Math.round(Receivable * 40) / 100 : 0,
    },
  ]
}

const beats = 7919

/** The owner of customer n: nine of ten have one, the same employee for all customers of a pool. */
export function assignmentOf(
  n: number,
  { Pool_Code }: RecordValues,
  masters: Masters,
  today: string,
): RecordValues[] {
  const { employees } = masters
  if (employees.length === 0 || chance(n, 33) % 10 === 0) return []
  const pool = [...String(Pool_Code)].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7) % beats
  return [
    {
      Customer_Code: customerCode(n),
      From_Day: addDays(today, -400),
      Until_Day: null,
      Employee_Number: pick(employees, pool, 34),
      Remarks: null,
    },
  ]
}

import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import { asOfVisit, balanceAtVisit } from './balances.ts'
import { cropMaterials, soilSeasonCrops } from './crops.ts'
import { visitedCustomers, type VisitedCustomer } from './customers/customers.ts'

/** A visit to load, sorted by the time it was made or planned. */
export interface SampleVisit {
  at: string
  values: Record<string, unknown> & { Status: string; Customer_Code: string }
}

const feedback = [
  'Crop stands well after the last dose. Wants the next delivery before the weekend.',
  'Leaf curl on a quarter of the field; showed photos, asked for the right spray.',
  'Happy with germination. Two neighbours want to be visited as well.',
  'Payment promised after the market yard opens on Monday.',
  'Stock on the shelf is low; asked for a price list with delivery.',
  'Water is short this month, sowing moved by ten days.',
  'Complained about a torn bag in the last lot; noted the batch number.',
  'Compared our price with the dealer in the next village; ours was lower with delivery.',
  'Wants a soil test before deciding on the next crop.',
  'Sold the harvest at a good rate and cleared half of the balance.',
  'Yellowing between the veins, looks like zinc; advised and demonstrated the dose.',
  'Was away at a wedding; spoke with the son, who keeps the accounts.',
]

const remarks = [
  'Carry the new price list',
  'Collect the cheque',
  'Take a soil sample',
  'Show the dose card',
  'Check the crop after the spray',
  'Ask about the next order',
]

const times = ['09:30', '10:15', '11:00', '12:00', '15:30', '16:45']

/** The season of the sowing discussed in a month. */
function seasonOf(day: string): string {
  const month = Number(day.slice(5, 7))
  if (month === 2 || month === 3) return 'Spring'
  if (month >= 4 && month <= 5) return 'Summer'
  return month >= 6 && month <= 9 ? 'Monsoon' : 'Winter'
}

const cropsFor = (soil: string, season: string): string[] =>
  soilSeasonCrops.filter((row) => row.season === season && row.soils.includes(soil)).map((row) => row.crop)

const materialsFor = (crop: string): readonly string[] =>
  cropMaterials.find((row) => row.crop === crop)?.materials ?? []

const rupees = (amount: number): string => `₹${amount.toLocaleString('en-IN')}`

/** Advice is usually followed, mostly with success. */
const results = ['worked', 'used', 'worked', null, 'did not work'] as const

const reasons = {
  planned: [null],
  missed: ['Shop was shut', 'Road closed after the rain', 'Was at the market yard'],
  cancelled: ['Called in the morning: no one at home this week.', 'Asked to come after the harvest'],
} as const

/** All visits of the sample firm, relative to today in the firm's time zone. */
export function sampleVisits(
  today: string,
  timeZone: string,
  owner: (customerCode: string) => string | null,
): SampleVisit[] {
  const all = visitedCustomers.flatMap((customer, at) =>
    visitsOf(customer, at, today, timeZone, owner(customer.code)),
  )
  return all.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
}

function visitsOf(
  customer: VisitedCustomer,
  at: number,
  today: string,
  timeZone: string,
  owner: string | null,
): SampleVisit[] {
  const plan = customer.plan
  const plannedAt = plan && instantAt(addDays(today, plan.inDays), plan.time, timeZone)
  let lastMaterial: string | null = null
  const visits = customer.visits.map((daysAgo, nth): SampleVisit => {
    const n = at * 5 + nth * 3
    const day = addDays(today, -daysAgo)
    const season = seasonOf(day)
    const crops = cropsFor(customer.soil, season).slice(0, 2)
    const materials = [...new Set(crops.flatMap((crop) => materialsFor(crop).slice(0, 2)))]
    const { Receivable, Overdue } = balanceAtVisit(customer, at, nth)
    const isLast = nth === customer.visits.length - 1
    const moment = instantAt(day, times[n % times.length]!, timeZone)
    const values = {
      Customer_Code: customer.code,
      Status: 'visited',
      // Some visits were not planned.
      Planned_At: n % 9 === 4 ? null : moment,
      Assigned_To: owner,
      Remarks: n % 9 === 4 ? null : remarks[n % remarks.length],
      Visited_On: day,
      Contact_Mode: n % 7 === 3 ? 'by phone' : 'in person',
      // Recorded in the evening; a few the day after.
      Recorded_At: instantAt(n % 11 === 5 && daysAgo > 1 ? addDays(day, 1) : day, '18:30', timeZone),
      Balance_As_Of: asOfVisit(today, daysAgo),
      Last_Crop_Result: nth > 0 ? results[(at + nth) % results.length] : null,
      Last_Material_Result: nth > 0 ? results[(at + nth * 2) % results.length] : null,
      Amount_Receivables: rupees(Receivable),
      Overdue_Amount: rupees(Overdue),
      Fixed_Field: crops.length > 0 ? crops.join(', ') : null,
      Last_Material_Recommended: lastMaterial,
      Feedback: feedback[n % feedback.length],
      Season_Recommendation: crops.length > 0 ? season : null,
      New_Recommended_Crops: crops,
      New_Recommended_Materials: materials,
      // The suggestion of the last visit is the open plan.
      Next_Visit_Suggested: isLast && plan?.status === 'planned' ? plannedAt : null,
    }
    lastMaterial = materials[0] ?? lastMaterial
    return { at: moment, values }
  })
  if (plan && plannedAt) {
    const values = {
      Customer_Code: customer.code,
      Status: plan.status,
      Planned_At: plannedAt,
      Remarks: remarks[at % remarks.length],
      Assigned_To: owner,
      Reason: reasons[plan.status][at % reasons[plan.status].length],
    }
    visits.push({ at: plannedAt, values })
  }
  return visits
}

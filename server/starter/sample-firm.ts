import { system } from '#domain/access/actor.ts'
import { addDays } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { Problem } from '#domain/problem.ts'
import { SettingRefusal } from '../config.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { createWithin, updateWithin } from '../resources/resource-service.ts'
import type { Tx } from '../store/dialect.ts'
import { claimSetting } from '../store/settings.ts'
import { addMissing, addNamed, type Input } from './sample/add-missing.ts'
import { keeperOf, sampleAssignments } from './sample/assignments.ts'
import { sampleBalances } from './sample/balances.ts'
import { cityPlaces, customerPlaces } from './sample/city-places.ts'
import { countries } from '#domain/reference/countries.ts'
import { cropMaterials, crops, lots, materials, soils, soilSeasonCrops } from './sample/crops.ts'
import { customers } from './sample/customers.ts'
import { sampleHolidays } from './sample/holidays.ts'
import { applications, branches, companies, functionalLevels, functions } from './sample/organisation.ts'
import { contactMessages, services } from './sample/public-site.ts'
import { employees, staffUsers, userRoles } from './sample/staff.ts'
import { states, zones } from '#domain/reference/indian-territory.ts'
import { cities, pools, stations } from './sample/territory.ts'
import { currencies } from '#domain/reference/currencies.ts'
import { gst, industries, paymentTerms } from './sample/trade-terms.ts'
import { filled } from '#domain/reference/table.ts'
import { sampleVisits } from './sample/visits.ts'

/**
 * Loads a believable firm once, all or nothing; true when this was the time. What the database holds already under the
 * same code is left as it is and used.
 */
export async function loadSampleFirm(ctx: Context): Promise<boolean> {
  const author = { ...ctx, actor: system('sample firm') }
  try {
    return await ctx.store.transaction(async (tx) => {
      if (!(await claimSetting(tx, 'sample-firm', 'loaded', ctx.now()))) return false
      const numbers = await loadMasters(author, tx)
      await loadWork(author, tx, numbers)
      await loadVisits(author, tx, numbers)
      return true
    })
  } catch (error) {
    const problem = error instanceof Problem ? error : ctx.store.problemOf(error)
    if (problem?.status !== 422 && problem?.status !== 409) throw error
    throw new SettingRefusal(
      `The sample firm does not fit what this database holds (${problem.message}); nothing was loaded. Set SAMPLE_DATA=false.`,
    )
  }
}

/** Gives the number of each employee, by the user they are. */
async function loadMasters(ctx: Context, tx: Tx): Promise<ReadonlyMap<string, string>> {
  const load = (name: string, records: readonly Input[]): Promise<void> => addMissing(ctx, tx, name, records)
  await load('country', countries)
  await load('zone', zones)
  await load('state', states)
  await load('pool', pools)
  await load('station', stations)
  await load('city', cities)
  await load('company', companies)
  await load('branch', branches)
  await load('functionalLevel', functionalLevels)
  await load('jobFunction', functions)
  await load('industry', industries)
  await load('staffUser', staffUsers)
  await load('userRole', userRoles)
  await load('application', applications)
  await load('currency', currencies)
  await load('gst', gst)
  await load('paymentTerm', paymentTerms)
  const cropCodes = await addNamed(ctx, tx, 'crop', 'Crop_Name', crops)
  const soilCodes = await addNamed(ctx, tx, 'soil', 'Soil_Name', soils)
  const materialCodes = await addNamed(ctx, tx, 'material', 'materialName', materials)
  const seasons = [...new Set(soilSeasonCrops.map((row) => row.season))].map((Season_Name) => ({
    Season_Name,
  }))
  const seasonCodes = await addNamed(ctx, tx, 'season', 'Season_Name', seasons)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  await load(
    'cropLot',
    lots.map((lot) => ({
      Crop_Name: lot.crop,
      Crop_Lot_Number: lot.number,
      Date_Of_Reaping: addDays(today, -lot.daysAgo),
    })),
  )
  await load('customer', customers)
  const numbers = new Map<string, string>()
  for (const employee of employees) {
    const { employeeNumber } = await createWithin(ctx, tx, 'employee', employee)
    numbers.set(filled(employee.userId), String(employeeNumber))
  }
  await load(
    'cropSoilSeasonMapping',
    soilSeasonCrops.flatMap(({ crop, season, soils: suited }) =>
      suited.map((soil) => ({
        Crop_Code: cropCodes.get(crop),
        Season_Code: seasonCodes.get(season),
        Soil_Code: soilCodes.get(soil),
      })),
    ),
  )
  await load(
    'cropMaterialMapping',
    cropMaterials.flatMap(({ crop, materials: used }) =>
      used.map((material) => ({
        Crop_Code: cropCodes.get(crop),
        Material_Code: materialCodes.get(material),
      })),
    ),
  )
  await load('service', services)
  for (const message of contactMessages) await createWithin(ctx, tx, 'contactMessage', message)
  return numbers
}

/** Where customers are, who looks after them, what they owe, and when nobody works. */
async function loadWork(ctx: Context, tx: Tx, numbers: ReadonlyMap<string, string>): Promise<void> {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  await addMissing(ctx, tx, 'holiday', sampleHolidays(today))
  await addMissing(ctx, tx, 'cityPlace', cityPlaces)
  await addMissing(ctx, tx, 'customerPlace', customerPlaces)
  await addMissing(
    ctx,
    tx,
    'assignment',
    sampleAssignments(today, (user) => numbers.get(user)!),
  )
  const writer = gate(ctx, 'update', 'balance').using(tx)
  for (const { code, balances } of sampleBalances(today)) {
    if (await writer.find(code)) continue
    const [first, ...later] = balances
    let known = await createWithin(ctx, tx, 'balance', { Customer_Code: code, ...first })
    // Each leaves the one before it in the history: what was owed over time.
    for (const balance of later) known = await writer.update(known, { ...known, ...balance })
  }
}

/** Visits in the order of time; each customer learns of the last one, and a suggestion becomes a plan, as after any visit. */
async function loadVisits(ctx: Context, tx: Tx, numbers: ReadonlyMap<string, string>): Promise<void> {
  const { timeZone } = ctx.config
  const keeper = (code: string): string | null => numbers.get(keeperOf.get(code) ?? '') ?? null
  for (const { values } of sampleVisits(dayIn(ctx.now(), timeZone), timeZone, keeper)) {
    const plan = values['Status'] === 'planned' ? await openPlanOf(tx, values['Customer_Code']) : undefined
    if (!plan) await createWithin(ctx, tx, 'visit', values)
    else await updateWithin(ctx, tx, 'visit', { ...plan, input: values, fields: 'some' })
  }
}

async function openPlanOf(
  tx: Tx,
  customerCode: unknown,
): Promise<{ idOrCode: string; version: number } | undefined> {
  const row = await tx
    .selectFrom('visit')
    .select(['id', 'version'])
    .where('status', '=', 'planned')
    .where('customer_code', '=', String(customerCode))
    .executeTakeFirst()
  return row && { idOrCode: String(row['id']), version: Number(row['version']) }
}

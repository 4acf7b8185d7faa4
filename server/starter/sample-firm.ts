import { system } from '#domain/access/actor.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { Problem } from '#domain/problem.ts'
import { ConfigError } from '../base/config.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, gate } from '../core/gate.ts'
import { createInTransaction, updateInTransaction } from '../records/record-service.ts'
import type { Tx } from '../store/dialect.ts'
import { claimSetting } from '../store/settings.ts'
import { addMissing, addMissingByName, type Input } from './sample/add-missing.ts'
import { ownerOf, sampleAssignments } from './sample/assignments.ts'
import { sampleBalances } from './sample/balances.ts'
import { cityPlaces, customerPlaces } from './sample/territory/city-places.ts'
import { countries } from '#domain/reference/countries.ts'
import { cropMaterials, crops, lots, materials, soils, soilSeasonCrops } from './sample/crops.ts'
import { customers } from './sample/customers/customers.ts'
import { sampleLicences } from './sample/customers/licences.ts'
import { loadFieldArrivals } from './sample/field-arrivals.ts'
import { sampleHolidays } from './sample/holidays.ts'
import { applications, branches, companies, functionalLevels, functions } from './sample/organisation.ts'
import { bannedMaterial, doses, lotsOnFields } from './sample/doses.ts'
import { contactMessages, services } from './sample/public-site.ts'
import { employees, staffUsers, userRoles } from './sample/staff.ts'
import { states, zones } from '#domain/reference/indian-territory.ts'
import { cities, pools, stations } from './sample/territory/territory.ts'
import { currencies } from '#domain/reference/currencies.ts'
import { gst, industries, paymentTerms } from './sample/trade-terms.ts'
import { filled } from '#domain/reference/table.ts'
import { withLocalNames } from './sample/local-names.ts'
import { starterRows } from './starter-rows.ts'
import { sampleVisits } from './sample/visits.ts'

/**
 * Loads the sample firm once, in one transaction; true when it was loaded now. Existing records with the same code are
 * used unchanged.
 */
export async function loadSampleFirm(ctx: Context): Promise<boolean> {
  const systemCtx = { ...ctx, actor: system('sample firm') }
  try {
    return await ctx.store.transaction(async (tx) => {
      if (!(await claimSetting(tx, 'sample-firm', 'loaded', ctx.now()))) return false
      const employeeNumbers = await loadMasters(systemCtx, tx)
      await loadFieldData(systemCtx, tx, employeeNumbers)
      await loadVisits(systemCtx, tx, employeeNumbers)
      await loadFieldArrivals(systemCtx, tx)
      return true
    })
  } catch (error) {
    const problem = error instanceof Problem ? error : ctx.store.problemOf(error)
    if (problem?.status !== 422 && problem?.status !== 409) throw error
    throw new ConfigError(
      `The sample firm conflicts with existing records (${problem.message}); nothing was loaded. Set SAMPLE_DATA=false.`,
    )
  }
}

/** Returns the employee numbers by user id. */
async function loadMasters(ctx: Context, tx: Tx): Promise<ReadonlyMap<string, string>> {
  const load = (name: string, records: readonly Input[]): Promise<void> => addMissing(ctx, tx, name, records)
  await load('country', withLocalNames('Country_Name', countries))
  await load('zone', zones)
  await load('state', withLocalNames('State_Name', states))
  await load('pool', withLocalNames('Pool_Name', pools))
  await load('station', withLocalNames('Station_Name', stations))
  await load('city', withLocalNames('City_Name', cities))
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
  const cropCodes = await loadByName(ctx, tx, 'crop', 'Crop_Name', crops)
  const soilCodes = await loadByName(ctx, tx, 'soil', 'Soil_Name', soils)
  const materialCodes = await loadByName(ctx, tx, 'material', 'materialName', [...materials, bannedMaterial])
  const seasons = [...new Set(soilSeasonCrops.map((row) => row.season))].map((Season_Name) => ({
    Season_Name,
  }))
  const seasonCodes = await loadByName(ctx, tx, 'season', 'Season_Name', seasons)
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  await load(
    'cropLot',
    lots.map((lot) => ({
      Crop_Name: lot.crop,
      Crop_Lot_Number: lot.number,
      Date_Of_Reaping: addDays(today, -lot.daysAgo),
    })),
  )
  await load('customer', withLocalNames('Customer_Name', customers))
  await load(
    'cropLot',
    lotsOnFields.map(({ days, ...lot }) => ({ ...lot, Date_Of_Reaping: addDays(today, days) })),
  )
  const employeeNumbers = new Map<string, string>()
  for (const employee of employees) {
    const { employeeNumber } = await createInTransaction(ctx, tx, 'employee', employee)
    employeeNumbers.set(filled(employee.userId), String(employeeNumber))
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
        ...doses.find((each) => each.crop === crop && each.material === material)?.values,
      })),
    ),
  )
  await load('service', services)
  for (const message of contactMessages) await createInTransaction(ctx, tx, 'contactMessage', message)
  return employeeNumbers
}

/** Adds records by name. The rows of every new database get their second names here: firms have different languages. */
async function loadByName(
  ctx: Context,
  tx: Tx,
  name: string,
  field: string,
  records: readonly Input[],
): Promise<Map<string, string>> {
  const named = withLocalNames(field, records)
  const codes = await addMissingByName(ctx, tx, name, field, named)
  const writer = dynamicGate(ctx, 'update', name).using(tx)
  for (const { [field]: title, Local_Name } of named) {
    const isStarterRow = starterRows.some(([entity, values]) => entity === name && values[field] === title)
    const record = isStarterRow ? await writer.find(codes.get(String(title)) ?? '') : undefined
    if (record?.['Local_Name'] === null && typeof Local_Name === 'string')
      await writer.update(record, { ...record, Local_Name })
  }
  return codes
}

/** Loads holidays, locations, owners and balances. */
async function loadFieldData(
  ctx: Context,
  tx: Tx,
  employeeNumbers: ReadonlyMap<string, string>,
): Promise<void> {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  await addMissing(ctx, tx, 'holiday', sampleHolidays(today))
  await addMissing(ctx, tx, 'cityPlace', cityPlaces)
  await addMissing(ctx, tx, 'customerPlace', customerPlaces)
  await addMissing(ctx, tx, 'customerLicence', sampleLicences(today))
  await addMissing(
    ctx,
    tx,
    'assignment',
    sampleAssignments(today, (user) => employeeNumbers.get(user)!),
  )
  const writer = gate(ctx, 'update', 'balance').using(tx)
  for (const { code, balances } of sampleBalances(today)) {
    if (await writer.find(code)) continue
    const [first, ...later] = balances
    let stored = await createInTransaction(ctx, tx, 'balance', { Customer_Code: code, ...first })
    // Each update leaves the previous balance in the history.
    for (const balance of later) stored = await writer.update(stored, { ...stored, ...balance })
  }
}

/**
 * Loads visits in order of time; the save hooks update the last visit and plan suggested visits, as after any visit.
 */
async function loadVisits(ctx: Context, tx: Tx, employeeNumbers: ReadonlyMap<string, string>): Promise<void> {
  const { timeZone } = ctx.config
  const owner = (code: string): string | null => employeeNumbers.get(ownerOf.get(code) ?? '') ?? null
  for (const { values } of sampleVisits(dayIn(ctx.now(), timeZone), timeZone, owner)) {
    const plan = values.Status === 'planned' ? await openPlanOf(tx, values.Customer_Code) : undefined
    if (!plan) await createInTransaction(ctx, tx, 'visit', values)
    else await updateInTransaction(ctx, tx, 'visit', { ...plan, input: values, fields: 'some' })
  }
}

async function openPlanOf(
  tx: Tx,
  customerCode: string,
): Promise<{ idOrCode: string; version: number } | undefined> {
  const row = await tx
    .selectFrom('visit')
    .select(['id', 'version'])
    .where('status', '=', 'planned')
    .where('customer_code', '=', customerCode)
    .executeTakeFirst()
  return row && { idOrCode: row.id, version: row.version }
}

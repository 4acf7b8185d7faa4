import { sql } from 'kysely'
import { territoryOf } from '#domain/access/actor.ts'
import type { PackMasters } from '#domain/field/pack.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { firmName } from '../../advice-guard/firm-name.ts'
import { tallyOfAdvice } from '../../advice-guard/advice-tally.ts'
import { bansOf, supplyOf, supplyRows } from '../../advice-guard/guard-store.ts'
import { holidaysFrom } from '../../planner/working-days.ts'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../store/dialect.ts'
import { padToBucket } from '../../store/query/prepared.ts'
import { inParts } from '../../store/records/record-sets.ts'
import { colleaguesOf } from './pack-colleagues.ts'
import type { PackReader } from './pack-reader.ts'

const maxCities = 2000

/** The masters that a visit, its advice and a proposal need. */
export async function packMasters(
  ctx: Context,
  db: Db,
  reader: PackReader,
  ids: ReadonlySet<string>,
): Promise<PackMasters> {
  const { may } = reader
  const localNames: Record<string, string> = {}
  const named = async (subject: 'season' | 'crop' | 'material' | 'soil'): Promise<string[]> => {
    if (!may(subject)) return []
    const column = sql.ref(`${subject}_name`)
    const { rows } = await sql<{
      name: string
      local: string | null
      active: number
    }>`select ${column} as name, min(local_name) as local,
        sum(case when retired_on is null then 1 else 0 end) as active from ${sql.table(subject)}
      group by ${column} order by name`.execute(db)
    // Earlier visits name retired ones too.
    for (const { name, local } of rows) if (local !== null) localNames[name] = local
    return rows.filter(({ active }) => Number(active) > 0).map(({ name }) => name)
  }
  const year = dayIn(ctx.now(), ctx.config.timeZone).slice(0, 4)
  const mayAdvise = (['crop', 'material', 'soil', 'season'] as const).every(may)
  return {
    seasons: await named('season'),
    crops: await named('crop'),
    materials: await named('material'),
    suits: mayAdvise && may('cropSoilSeasonMapping') ? await suits(db) : [],
    supplies: mayAdvise && may('cropMaterialMapping') ? (await supplyRows(db)).map(supplyOf) : [],
    bans: may('material') ? await bansOf(db) : {},
    soils: await named('soil'),
    localNames,
    results: mayAdvise && may('visit') ? (await tallyOfAdvice(ctx)).material : {},
    ...(may('employee') && { colleagues: await colleaguesOf(ctx, db, reader) }),
    firm: may('company') ? await firmName(db) : '',
    cities: may('city') ? await cities(ctx, db, [...ids]) : [],
    weeklyOffs: may('holiday') ? [...ctx.config.weeklyOffs] : [],
    holidays: may('holiday') ? await holidaysFrom(db, `${year}-01-01`) : [],
  }
}

async function suits(db: Db): Promise<PackMasters['suits']> {
  const rows = await db
    .selectFrom('crop_soil_season_mapping as mapping')
    .innerJoin('soil', 'soil.soil_code', 'mapping.soil_code')
    .innerJoin('crop', 'crop.crop_code', 'mapping.crop_code')
    .innerJoin('season', 'season.season_code', 'mapping.season_code')
    .select(['soil.soil_name', 'crop.crop_name', 'crop.crop_code', 'season.season_name'])
    .where('mapping.retired_on', 'is', null)
    .where('crop.retired_on', 'is', null)
    .where('season.retired_on', 'is', null)
    .orderBy('season.season_code')
    .orderBy('mapping.natural_key')
    .execute()
  return rows.map((row) => ({
    soil: row.soil_name,
    crop: row.crop_name,
    season: row.season_name,
    code: row.crop_code,
  }))
}

/** The cities of the states of the customers and of the account's places; if these are too many, those of the customers. */
async function cities(ctx: Context, db: Db, ids: readonly string[]): Promise<PackMasters['cities']> {
  const places = territoryOf(ctx.actor) ?? []
  const states = new Set(places.flatMap(({ level, code }) => (level === 'state' ? [code] : [])))
  const ownCities = new Set(places.flatMap(({ level, code }) => (level === 'city' ? [code] : [])))
  for (const part of inParts(ids)) {
    const rows = await db
      .selectFrom('customer')
      .select(['state_code', 'city_code'])
      .distinct()
      .where('id', 'in', padToBucket(part))
      .execute()
    for (const row of rows) {
      states.add(row.state_code)
      ownCities.add(row.city_code)
    }
  }
  const ofStates =
    states.size === 0 ? [] : await citiesWhere(db, 'state_code', [...states].toSorted(), maxCities + 1)
  if (ofStates.length <= maxCities && states.size > 0) return ofStates
  const own: PackMasters['cities'][number][] = []
  for (const part of inParts([...ownCities].toSorted()))
    own.push(...(await citiesWhere(db, 'city_code', part, maxCities)))
  return own.slice(0, maxCities)
}

async function citiesWhere(
  db: Db,
  column: 'state_code' | 'city_code',
  codes: readonly string[],
  limit: number,
): Promise<PackMasters['cities'][number][]> {
  const rows = await db
    .selectFrom('city')
    .select(['city_code', 'city_name', 'local_name'])
    .where(column, 'in', padToBucket(codes))
    .where('retired_on', 'is', null)
    .orderBy('city_code')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    code: row.city_code,
    name: row.city_name,
    ...(row.local_name !== null && { localName: row.local_name }),
  }))
}

import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { addMissing } from '#server/starter/sample/add-missing.ts'
import { states, zones } from '#domain/reference/indian-territory.ts'
import { countries } from '#domain/reference/countries.ts'
import { chance } from './chance.ts'
import { insertRows, type NewRow } from './insert-rows.ts'
import { placeBeginnings, placeEndings } from './words.ts'

/** The codes of a station and of the levels above it, by the field names of a customer. */
export interface Place {
  Station_Code: string
  Pool_Code: string
  State_Code: string
  Zone_Code: string
  Country_Code: string
}

export interface Places {
  stations: readonly Place[]
  /** Cities belong to a state, not to a station. */
  citiesOfState: ReadonlyMap<string, readonly string[]>
}

const citiesPerPool = 28

function placeName(n: number): string {
  const beginning = placeBeginnings[chance(n, 1) % placeBeginnings.length]!
  return beginning + placeEndings[chance(n, 2) % placeEndings.length]!
}

const numbered = (n: number, width: number): string => String(n).padStart(width, '0')

/** A territory tree of the size of India: 36 states, about 700 pools, 6,000 stations and 20,000 cities. */
export async function fillPlaces(ctx: Context): Promise<Places> {
  const { store } = ctx
  await store.transaction(async (tx) => {
    await addMissing(
      ctx,
      tx,
      'country',
      countries.filter((country) => country.Country_Code === 'IN'),
    )
    await addMissing(ctx, tx, 'zone', zones)
    await addMissing(ctx, tx, 'state', states)
  })
  const wanted = states.map((state) => state.State_Code.toLowerCase())
  const found = await store.read
    .selectFrom('state')
    .select(['state_code', 'natural_key'])
    .where('natural_key', 'in', wanted)
    .orderBy('natural_key')
    .execute()
  const createdAt = ctx.now()
  for (const [at, state] of found.entries()) {
    const stateCode = state.state_code
    const letters = state.natural_key.toUpperCase()
    const pools: NewRow[] = []
    const stations: NewRow[] = []
    const cities: NewRow[] = []
    const poolCount = 4 + (chance(at, 3) % 32)
    for (let pool = 1; pool <= poolCount; pool++) {
      const Pool_Code = `${letters}-P${numbered(pool, 2)}`
      const seed = at * 100 + pool
      pools.push({ values: { Pool_Code, Pool_Name: placeName(seed), State_Code: stateCode }, createdAt })
      const stationCount = 5 + (chance(seed, 4) % 8)
      for (let station = 1; station <= stationCount; station++) {
        const Station_Code = `${Pool_Code}-S${numbered(station, 2)}`
        const Station_Name = placeName(seed * 100 + station)
        stations.push({ values: { Station_Code, Station_Name, Pool_Code }, createdAt })
      }
    }
    for (let city = 1; city <= poolCount * citiesPerPool; city++) {
      const City_Code = `${letters}-C${numbered(city, 4)}`
      const City_Name = placeName(1_000_000 + at * 10_000 + city)
      cities.push({ values: { City_Code, City_Name, Country_Code: 'IN', State_Code: stateCode }, createdAt })
    }
    await store.transaction(async (tx) => {
      await insertRows(tx, store.dialect, 'pool', pools, 'skip')
      await insertRows(tx, store.dialect, 'station', stations, 'skip')
      await insertRows(tx, store.dialect, 'city', cities, 'skip')
    })
  }
  return readPlaces(ctx)
}

/** Reads the stations and cities of the database, including those that existed before. */
async function readPlaces({ store }: Context): Promise<Places> {
  const stations = await sql<Place>`
    select station.station_code as "Station_Code", pool.pool_code as "Pool_Code", state.state_code as "State_Code",
      zone.zone_code as "Zone_Code", zone.country_code as "Country_Code"
    from station join pool on pool.pool_code = station.pool_code join state on state.state_code = pool.state_code
    join zone on zone.zone_code = state.zone_code
    where exists (select 1 from city where city.state_code = state.state_code and city.country_code = zone.country_code)
    order by station.natural_key`.execute(store.read)
  const cities = await store.read
    .selectFrom('city')
    .select(['city_code', 'state_code'])
    .orderBy('natural_key')
    .execute()
  const citiesOfState = new Map<string, string[]>()
  for (const city of cities) {
    const list = citiesOfState.get(city.state_code) ?? []
    list.push(city.city_code)
    citiesOfState.set(city.state_code, list)
  }
  return { stations: stations.rows.map((row) => ({ ...row })), citiesOfState }
}

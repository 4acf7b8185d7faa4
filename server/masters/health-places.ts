import { sql } from 'kysely'
import { isWrong, named, textOf, type Check } from './health-check.ts'
import type { Row } from '../store/dialect.ts'

const removal = (row: Row): { words: string; isRemoval: true } => ({
  words: `Delete ${textOf(row['code'])}`,
  isRemoval: true,
})

export const cityCountryChecks: readonly Check[] = [
  {
    entity: 'city',
    table: 'city',
    field: 'Country_Code',
    rows: (piece) =>
      sql`select ${named('city')}, city.country_code, state.state_name, zone.country_code as right_code
        from city join state on state.state_code = city.state_code join zone on zone.zone_code = state.zone_code
        where zone.country_code <> city.country_code and ${piece}`,
    says: (row) =>
      `${textOf(row['state_name'])} lies in ${textOf(row['right_code'])}, the city in ${textOf(row['country_code'])}`,
    fix: (row) => ({
      words: `Set Country Code to ${textOf(row['right_code'])}`,
      change: { Country_Code: textOf(row['right_code']) },
    }),
    link: () => ({ to: '/trees/places', words: 'Move it in the tree' }),
  },
]

/** Customers and employees name every level above their station; names of their fields differ, columns do not. */
const levelled = [
  ['customer', ['Country_Code', 'Zone_Code', 'State_Code', 'Pool_Code']],
  ['employee', ['countryCode', 'zoneCode', 'stateCode', 'poolCode']],
] as const
const levels = ['country', 'zone', 'state', 'pool'] as const

export const levelChecks: readonly Check[] = levelled.map(([table, fields]) => {
  const own = (column: string): ReturnType<typeof sql.ref> => sql.ref(`${table}.${column}`)
  const wrongLevels = (row: Row): number[] =>
    [0, 1, 2, 3].filter((at) => row[`${levels[at]}_code`] !== row[`right_${levels[at]}`])
  return {
    entity: table,
    table,
    field: table === 'customer' ? 'Station_Code' : 'stationCode',
    rows: (piece) =>
      sql`select ${named(table)}, ${own('station_code')},
          ${own('country_code')}, ${own('zone_code')}, ${own('state_code')}, ${own('pool_code')},
          zone.country_code as right_country, zone.zone_code as right_zone, state.state_code as right_state,
          pool.pool_code as right_pool, city.state_code as city_state
        from ${sql.table(table)} join station on station.station_code = ${own('station_code')}
        join pool on pool.pool_code = station.pool_code join state on state.state_code = pool.state_code
        join zone on zone.zone_code = state.zone_code join city on city.city_code = ${own('city_code')}
        where (${own('pool_code')} <> pool.pool_code or ${own('state_code')} <> state.state_code
          or ${own('zone_code')} <> zone.zone_code or ${own('country_code')} <> zone.country_code
          or city.state_code <> state.state_code) and ${piece}`,
    says: (row) => {
      const [first] = wrongLevels(row).toReversed()
      const station = textOf(row['station_code'])
      if (first === undefined)
        return `The station lies in ${textOf(row['right_state'])}, the city in ${textOf(row['city_state'])}`
      const level = levels[first]!
      return `Station ${station} lies in ${level} ${textOf(row[`right_${level}`])}, not ${textOf(row[`${level}_code`])}`
    },
    fix: (row) => {
      const wrong = wrongLevels(row)
      if (wrong.length === 0) return null
      const change = Object.fromEntries(wrong.map((at) => [fields[at]!, textOf(row[`right_${levels[at]}`])]))
      return { words: `Take over ${wrong.map((at) => levels[at]).join(', ')} from the station`, change }
    },
  }
})

export const cityPlaceChecks: readonly Check[] = [
  {
    entity: 'city',
    table: 'city',
    rows: (piece) =>
      sql`select ${named('city')} from city
        where not exists (select 1 from city_place where city_place.city_code = city.city_code)
        and exists (select 1 from customer where customer.city_code = city.city_code) and ${piece}`,
    says: isWrong('Its latitude and longitude are not known'),
    fix: (row) => ({
      words: 'Say where it is',
      asks: {
        label: `Place of ${textOf(row['name'])}`,
        hint: 'Latitude and longitude as a map shows them, like 22.5645, 72.9289',
        makes: (Place) => ['cityPlace', { City_Code: textOf(row['code']), Place }],
      },
    }),
  },
]

export const stationEmptyChecks: readonly Check[] = [
  {
    entity: 'station',
    table: 'station',
    rows: (piece) =>
      sql`select ${named('station')} from station
        where not exists (select 1 from customer where customer.station_code = station.station_code) and ${piece}`,
    says: isWrong('No customer belongs to it'),
    fix: removal,
  },
]

const childrenOf = {
  zone: ['state'],
  state: ['pool', 'city'],
  pool: ['station'],
} as const

export const placeEmptyChecks: readonly Check[] = (['zone', 'state', 'pool'] as const).map((table) => ({
  entity: table,
  table,
  rows: (piece) => {
    const code = `${table}_code`
    const none = childrenOf[table].map(
      (child) =>
        sql`not exists (select 1 from ${sql.table(child)} where ${sql.ref(`${child}.${code}`)} = ${sql.ref(`${table}.${code}`)})`,
    )
    return sql`select ${named(table)} from ${sql.table(table)}
      where ${sql.join(none, sql` and `)} and ${piece}`
  },
  says: isWrong(`No ${childrenOf[table].join(' or ')} belongs to it`),
  fix: removal,
}))

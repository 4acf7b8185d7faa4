/** The levels of the territory, the highest first, each with its field of the customer. */
export const territoryLevels = [
  { level: 'zone', field: 'Zone_Code', words: 'Zone' },
  { level: 'state', field: 'State_Code', words: 'State' },
  { level: 'pool', field: 'Pool_Code', words: 'Pool' },
  { level: 'station', field: 'Station_Code', words: 'Station' },
  { level: 'city', field: 'City_Code', words: 'City' },
] as const

export type TerritoryLevel = (typeof territoryLevels)[number]['level']
export type TerritoryField = (typeof territoryLevels)[number]['field']

/** The level by which a part of the territory is broken down: the one below it; for a city, the city itself. */
export function levelBelow(field: string | undefined): TerritoryLevel {
  const at = territoryLevels.findIndex((each) => each.field === field)
  return territoryLevels[Math.min(at + 1, territoryLevels.length - 1)]!.level
}

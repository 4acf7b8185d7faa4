import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { fetchOptions } from '../api/options.ts'
import { listRecords } from '../api/resources.ts'

/** Names to choose from: the first page, and a search when there are more. */
export interface NameOptions {
  first: readonly string[]
  /** The second names, as far as they are loaded. */
  localNames: Readonly<Record<string, unknown>>
  find: ((text: string) => Promise<readonly string[]>) | undefined
}

/** Data loaded for the visit dialog. */
export interface VisitSources {
  seasons: NameOptions
  crops: NameOptions
  materials: NameOptions
  /** The last visit that was made. */
  last: RecordNamed<'visit'> | undefined
  /** Whether the customer has a location. */
  hasPlace: boolean
}

/** A crop or a material as the reader sees it. */
export const nameIn =
  ({ crops, materials }: VisitSources) =>
  (name: string): string =>
    shownName(name, crops.localNames[name] ?? materials.localNames[name])

export async function loadVisitSources(customerCode: string, signal: AbortSignal): Promise<VisitSources> {
  const filters = { Customer_Code: customerCode, Status: 'visited' }
  const [seasons, crops, materials, visits, places] = await Promise.all([
    namesOf('season', 'Season_Name', 'Season_Code', signal),
    namesOf('crop', 'Crop_Name', 'Crop_Code', signal),
    namesOf('material', 'materialName', 'materialName', signal),
    listRecords(labelsOf('visit'), { filters, sort: '-Visited_On', limit: 1 }, signal),
    listRecords(labelsOf('customerPlace'), { filters: { Customer_Code: customerCode }, limit: 1 }, signal),
  ])
  return { seasons, crops, materials, last: visits.items[0], hasPlace: places.items.length > 0 }
}

// The server's maximum page size.
const pageSize = 200

async function namesOf(name: string, field: string, sort: string, signal: AbortSignal): Promise<NameOptions> {
  const entity = labelsOf(name)
  const page = await listRecords(entity, { limit: pageSize, sort }, signal)
  const localNames: Record<string, unknown> = {}
  for (const record of page.items) localNames[showPlain(record[field] ?? null)] ??= record['Local_Name']
  const find = async (q: string): Promise<readonly string[]> => {
    const { items } = await fetchOptions({ entity, of: field, with: [], constraints: {}, q })
    for (const { value, title } of items) localNames[value] ??= title
    return items.map(({ value }) => value)
  }
  return {
    first: [...new Set(page.items.map((record) => showPlain(record[field] ?? null)))],
    localNames,
    find: page.next === null ? undefined : find,
  }
}

import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { t } from '#domain/messages/t.ts'

interface ListGroup {
  id: string
  label: string
  entities: readonly Entity[]
}

/** The lists in the groups of the forms; a new entity is among the others until it is named here. */
const groups = {
  customers: 'customer visit balance assignment customerLicence workPlan workPlanStop',
  territory: 'country zone state pool station city',
  organisation: 'company branch industry functionalLevel jobFunction application holiday',
  people: 'employee staffUser role userRole workingTime leave',
  crops: 'crop cropLot soil season',
  trade: 'material gst currency paymentTerm',
  mappings: 'cropSoilSeasonMapping cropMaterialMapping',
}

const labels = (): Record<string, string> => ({
  customers: t('Customers and visits'),
  territory: t('Territory'),
  organisation: t('Organisation'),
  people: t('People'),
  crops: t('Crops and soils'),
  trade: t('Trade'),
  mappings: t('Mappings'),
  others: t('Others'),
})

/** Locations are columns of their customers and cities (see list-page.tsx). */
export const isInOtherList = ({ name }: Entity): boolean => name === 'customerPlace' || name === 'cityPlace'

export function groupLists(lists: readonly Entity[]): ListGroup[] {
  const named = Object.entries(groups).map(([id, names]) => [id, names.split(' ')] as const)
  const known = named.flatMap(([, names]) => names)
  const others = lists.filter(({ name }) => !known.includes(name)).map(({ name }) => name)
  return [...named, ['others', others] as const].flatMap(([id, names]) => {
    const entities = names.flatMap((name) => lists.find((each) => each.name === name) ?? [])
    return entities.length > 0 ? [{ id, label: labels()[id]!, entities }] : []
  })
}

const paths: Readonly<Record<string, string>> = {
  customers: 'M4 9l1.500-4h13L20 9M5 9v10h14V9M4 9h16M10 19v-5h4v5',
  territory: 'M12 21c4-5 6-8 6-11a6 6 0 10-12 0c0 3 2 6 6 11zM12 8a2 2 0 100 4 2 2 0 000-4z',
  organisation: 'M5 20V5h9v15M14 10h5v10M3.500 20h17M8 9h3M8 13h3',
  people:
    'M9 11a3 3 0 100-6 3 3 0 000 6zM3.500 19c.5-3 2.500-5 5.500-5s5 2 5.500 5M15 11a2.500 2.500 0 100-5M16.500 14c2 .5 3.500 2 4 5',
  crops: 'M12 20v-9M12 14c-4 0-6-2-6-6 4 0 6 2 6 6zM12 11c0-4 2-6 6-6 0 4-2 6-6 6z',
  trade: 'M4 12l8-8h7v7l-8 8zM15.500 8.500h.01',
  mappings: 'M6 5v6a3 3 0 003 3h9M15 11l3 3-3 3M6 5h.01',
  others: 'M5 6h14M5 12h14M5 18h14',
}

/** Decorative: the heading names the group. */
export const GroupIcon = ({ id }: { id: string }): ReactNode => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[id]} />
  </svg>
)

import type { labels } from './entity-labels.ts'
import type { Entity, RecordOf } from './entity.ts'
import type { Field, Reference } from './field.ts'
import { holiday } from './entities/calendar.ts'
import { contactMessage, service } from './entities/contact.ts'
import { crop, cropLot, cropMaterialMapping, cropSoilSeasonMapping, season, soil } from './entities/crops.ts'
import {
  application,
  branch,
  company,
  functionalLevel,
  industry,
  jobFunction,
} from './entities/organisation.ts'
import { employee, role, staffUser, userRole } from './entities/people.ts'
import { city, country, pool, state, station, zone } from './entities/places.ts'
import { currency, customer, gst, material, paymentTerm } from './entities/trade.ts'
import { assignment, balance, cityPlace, customerPlace, visit } from './entities/visits.ts'

/** Every entity by its name, parents before children: the order in which tables are created and records loaded. */
export const entities = {
  country,
  zone,
  state,
  pool,
  station,
  city,
  company,
  branch,
  functionalLevel,
  jobFunction,
  industry,
  role,
  staffUser,
  userRole,
  application,
  currency,
  gst,
  crop,
  cropLot,
  soil,
  season,
  material,
  paymentTerm,
  customer,
  employee,
  cropSoilSeasonMapping,
  cropMaterialMapping,
  contactMessage,
  service,
  visit,
  balance,
  assignment,
  holiday,
  customerPlace,
  cityPlace,
} satisfies Record<keyof typeof labels, Entity>

export type EntityName = keyof typeof entities
/** A stored record of the entity with this name. */
export type RecordNamed<N extends EntityName> = RecordOf<(typeof entities)[N]>

export const catalogue: readonly Entity[] = Object.values(entities)

const byName = new Map(catalogue.map((each) => [each.name, each]))
const byPath = new Map(catalogue.map((each) => [each.path, each]))

export function entityNamed<N extends EntityName>(name: N): Entity<N>
export function entityNamed(name: string): Entity
export function entityNamed(name: string): Entity {
  const found = byName.get(name)
  if (!found) throw new Error(`No entity is named ${name}`)
  return found
}

export const entityAtPath = (path: string): Entity | undefined => byPath.get(path.toLowerCase())

export interface Referrer {
  entity: Entity
  name: string
  field: Field
  reference: Reference
}

export function referencesOf(entity: Entity): Referrer[] {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.reference ? [{ entity, name, field, reference: field.reference }] : [],
  )
}

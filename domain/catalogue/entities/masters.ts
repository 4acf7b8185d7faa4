import type { labels } from '../entity-labels.ts'
import type { Entity } from '../entity.ts'

import { contactMessage, service } from './contact.ts'
import { crop, cropLot, cropMaterialMapping, cropSoilSeasonMapping, season, soil } from './crops.ts'
import { application, branch, company, functionalLevel, industry, jobFunction } from './organisation.ts'
import { employee, role, staffUser, userRole } from './people.ts'
import { city, country, pool, state, station, zone } from './places.ts'
import { currency, customer, gst, material, paymentTerm } from './trade.ts'

/**
 * The entities that have a form, by their names, parents before children; fields refer to these only. A form loads no other
 * declarations.
 */
export const masters = {
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
  soil,
  season,
  material,
  paymentTerm,
  customer,
  cropLot,
  employee,
  cropSoilSeasonMapping,
  cropMaterialMapping,
  contactMessage,
  service,
} satisfies Partial<Record<keyof typeof labels, Entity>>

const byName = new Map<string, Entity>(Object.values(masters).map((each) => [each.name, each]))

const byPath = new Map<string, Entity>(Object.values(masters).map((each) => [each.path, each]))

export const masterAtPath = (path: string): Entity | undefined => byPath.get(path.toLowerCase())

export const hasForm = ({ name }: Entity): boolean => byName.has(name)

export function masterNamed(name: string): Entity {
  const found = byName.get(name)
  if (!found) throw new Error(`No master is named ${name}`)
  return found
}

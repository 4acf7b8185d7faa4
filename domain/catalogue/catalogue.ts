import type { labels } from './entity-labels.ts'
import type { Entity, RecordOf } from './entity.ts'
import { holiday } from './entities/calendar.ts'
import { leave, workingTime, workPlan, workPlanStop } from './entities/planning.ts'
import { assignment, balance, cityPlace, customerLicence, customerPlace, visit } from './entities/visits.ts'
import { masters } from './entities/masters.ts'

/** Every entity by its name, parents before children: the order in which tables are created and records loaded. */
export const entities = {
  ...masters,
  visit,
  balance,
  assignment,
  holiday,
  customerPlace,
  customerLicence,
  cityPlace,
  workingTime,
  leave,
  workPlan,
  workPlanStop,
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

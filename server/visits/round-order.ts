import { system } from '#domain/access/actor.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { conflict, invalid, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import { mostStops } from '#domain/visits/day-round.ts'
import { visitInWords } from '#domain/visits/lifecycle.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import type { RecordWriter } from '../store/records.ts'
import { lockCustomers } from './customer-locks.ts'
import { plannedVisits, whoseVisits } from './planned-visits.ts'

interface OrderRequest {
  day: string
  employee: string
  visitIds: readonly string[]
}

/**
 * Keeps the order in which somebody put the stops of a day; an empty one gives the shortest way back. What has its place
 * already is left alone, so saying the same twice changes nothing twice.
 */
export async function orderRound(ctx: Context, { day, employee, visitIds }: OrderRequest): Promise<void> {
  demand(ctx, 'create', 'visit')
  const whose = await whoseVisits(ctx, employee)
  const days = { from: day, to: day }
  const rows = await plannedVisits(ctx, { whose, days, statuses: ['planned'], limit: mostStops })
  const known = new Set(rows.map((row) => String(row['visit_id'])))

  // Whoever may plan visits need not be allowed to change them in every way: this much is the round's own doing.
  const byTheRound = { ...ctx, actor: system('a round was put in order') }
  await gate(byTheRound, 'update', 'visit', ctx.actor).transaction(async (visits) => {
    const named = await findEach(gate(ctx, 'read', 'visit').using(visits.tx), visitIds)
    for (const visit of named) {
      refuseUnlessPlanned(ctx, day, visit)
      if (!known.has(String(visit['Visit_ID'])))
        throw outdated(`Visit ${String(visit['Visit_ID'])} is not in this round`)
    }
    const places = new Map(named.map((visit, at) => [visit.id, at + 1]))
    if (places.size < named.length) throw invalid([{ field: 'Visit_IDs', message: eachOnce }])
    // What was planned meanwhile was not on the screen: it has no place of its own, and comes last.
    const others = await findEach(
      visits,
      [...known].filter((id) => !named.some((visit) => visit['Visit_ID'] === id)),
    )
    const placeOf = ({ id }: StoredRecord): number | null => places.get(id) ?? null
    const moved = [...named, ...others].filter((visit) => visit['Stop_Order'] !== placeOf(visit))
    const codes = moved.map((visit) => String(visit['Customer_Code']))
    await lockCustomers(ctx, visits.tx, codes)
    for (const { id } of moved.toSorted(byId)) {
      const visit = await visits.lock(id)
      refuseUnlessPlanned(ctx, day, visit)
      await visits.update(visit, { ...visit, Stop_Order: placeOf(visit) })
    }
  })
}

/** However they are spelt. */
async function findEach(visits: RecordWriter, ids: readonly string[]): Promise<StoredRecord[]> {
  const found: StoredRecord[] = []
  for (const id of ids) found.push((await visits.find(id)) ?? missing(id))
  return found
}

function missing(id: string): never {
  throw outdated(`There is no visit ${id}`)
}

const eachOnce = 'Visit_IDs should name each visit once'

const byId = (one: StoredRecord, other: StoredRecord): number => (one.id < other.id ? -1 : 1)

function refuseUnlessPlanned(
  ctx: Context,
  day: string,
  visit: StoredRecord | undefined,
): asserts visit is StoredRecord {
  if (!visit) throw outdated('A visit was deleted meanwhile')
  if (visit['Status'] !== 'planned') throw outdated(visitInWords(visit))
  const planned = dayIn(new Date(String(visit['Planned_At'])), ctx.config.timeZone)
  if (planned !== day) throw outdated(`Visit ${String(visit['Visit_ID'])} is planned for another day`)
}

const outdated = (sentence: string): Error =>
  conflict(`${sentence}. Nothing was changed: load the round again`)

/** Reads `{ day, employee, Visit_IDs }`; the day and the employee are checked with those of an address. */
export function readVisitIds(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('The order of a round')])
  const { Visit_IDs: ids } = input as { Visit_IDs?: unknown }
  const problems: FieldProblem[] = []
  const complain = (message: string): number => problems.push({ field: 'Visit_IDs', message })
  if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string'))
    complain('Visit_IDs should be a list of visits, each once; an empty one gives the shortest way back')
  else if (ids.length > mostStops) complain(`A round has ${mostStops} stops at most`)
  else if (new Set(ids).size < ids.length) complain(eachOnce)
  if (problems.length > 0) throw invalid(problems)
  return ids as string[]
}

import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { reliedUpon } from '#domain/catalogue/relied-upon.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Repointed } from '#domain/repoint.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { behaviours } from '../resources/behaviours.ts'
import { lastVisitOfMerged } from '../visits/last-visit.ts'
import { settleCustomers } from './merge-customers.ts'
import { Changes } from './repoint-changes.ts'
import { isObject, lockRecord, readBody, repoint } from './repoint.ts'

/**
 * Makes one of two records: whoever refers to the other one refers to this one, which takes the values asked for, and
 * the other one goes to the bin.
 */
export function merge(ctx: Context, name: string, idOrCode: string, body: unknown): Promise<Repointed> {
  const entity = entityNamed(name)
  demand(ctx, 'delete', name)
  const { given, isRehearsal } = readBody(body)
  const { with: otherId, versions = {}, take = {} } = given
  const problems: FieldProblem[] = []
  if (typeof otherId !== 'string')
    problems.push({ field: 'with', message: 'with should be the id of the other record' })
  if (!isObject(versions))
    problems.push({ field: 'versions', message: 'versions should name the version of both, by their ids' })
  problems.push(...problemsOfTake(entity, take))
  if (problems.length > 0) throw invalid(problems)
  return repoint(ctx, isRehearsal, async (tx) => {
    // Two who merge the same pair the other way round wait in turn.
    const asked = [idOrCode, String(otherId)]
    const held = new Map<string, StoredRecord>()
    for (const one of asked.toSorted()) {
      held.set(one, await lockRecord(ctx, tx, entity, one, (versions as Record<string, unknown>)[one]))
    }
    const [kept, other] = asked.map((one) => held.get(one)!) as [StoredRecord, StoredRecord]
    if (kept.id === other.id)
      throw invalid([{ field: 'with', message: 'A record cannot be merged with itself' }])
    const writer = gate(ctx, 'delete', name).using(tx)
    await behaviours[name]?.({ before: other, after: null }, { ctx, writer })
    const taken = Object.keys(take as object)
    const values: RecordValues = { ...kept }
    if (name === 'customer') Object.assign(values, await lastVisitOfMerged(tx, kept, other))
    for (const field of taken) values[field] = other[field]!
    const changes = new Changes()
    const root = changes.add(entity, kept, values)
    root.unseen = writer.hidden.filter((field) => taken.includes(field))
    changes.add(entity, other, values, 'goes')
    return {
      kind: 'merge',
      changes,
      root,
      title: `${nameRecord(entity, other)} merged into ${nameRecord(entity, kept)}`,
      options: { mergesTwins: true, settle: settleCustomers },
    }
  })
}

function problemsOfTake(entity: Entity, take: unknown): FieldProblem[] {
  if (!isObject(take)) return [{ field: 'take', message: 'take should be like {"Customer_Phone": "other"}' }]
  const kept = reliedUpon(entity)
  return Object.entries(take).flatMap(([field, from]): FieldProblem[] => {
    const label = entity.fields[field]?.label
    if (label === undefined) return [{ field, message: `${field} is not a field of ${entity.singular}` }]
    if (from !== 'other') return [{ field, message: `${label} should be taken from "other", or left out` }]
    return kept.includes(field)
      ? [
          {
            field,
            message: `${label} is what others refer to: keep the other record instead, or rename this one`,
          },
        ]
      : []
  })
}

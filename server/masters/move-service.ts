import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity } from '#domain/catalogue/entity.ts'
import { parseRecord } from '#domain/catalogue/parse-record.ts'
import { placesOf } from '#domain/catalogue/relied-upon.ts'
import { invalid } from '#domain/problem.ts'
import type { Repointed } from '#domain/repoint.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { linksOf } from '../store/reference-plan.ts'
import { Changes, sameValue } from './repoint-changes.ts'
import { lockRecord, readBody, readTo, repoint } from './repoint.ts'

/** Puts a record, and everything below it, under another parent. */
export function move(ctx: Context, name: string, idOrCode: string, body: unknown): Promise<Repointed> {
  const entity = entityNamed(name)
  const { given, isRehearsal } = readBody(body)
  const places = placesOf(entity)
  const to = readTo(given['to'], places, entity)
  return repoint(ctx, isRehearsal, async (tx) => {
    const current = await lockRecord(ctx, tx, entity, idOrCode, given['version'])
    const writer = gate(ctx, 'update', name).using(tx)
    const { values, problems } = parseRecord(entity, to, current)
    // The levels above follow from the one that was said: a city goes to another country with its state.
    const rest = Object.fromEntries(impliedBy(entity, to).map((field) => [field, null]))
    const resolved = await writer.resolve({ ...values, ...rest })
    problems.push(...resolved.problems)
    if (problems.length > 0) throw invalid(problems)
    const moved = places.filter((field) => !sameValue(resolved.values[field], current[field]))
    if (moved.length === 0) throw invalid([{ field: 'to', message: 'That is where it belongs already' }])
    const changes = new Changes()
    const root = changes.add(entity, current, { ...current, ...resolved.values })
    const told = moved.map((field) => `${entity.fields[field]!.label} ${String(resolved.values[field])}`)
    return {
      kind: 'move',
      changes,
      root,
      title: `${nameRecord(entity, current)} moved to ${listInWords(told)}`,
    }
  })
}

/** The levels above what was said that were not said themselves. */
function impliedBy(entity: Entity, to: Record<string, unknown>): string[] {
  const said = linksOf(entity).filter(({ main }) => main.name in to)
  return said.flatMap(({ ancestors }) => ancestors.map(({ own }) => own)).filter((own) => !(own in to))
}

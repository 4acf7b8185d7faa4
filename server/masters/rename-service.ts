import { builtInRoles } from '#domain/access/actor.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { parseRecord, problemsOfAbsence } from '#domain/catalogue/parse-record.ts'
import { renamable } from '#domain/catalogue/relied-upon.ts'
import { conflict, invalid } from '#domain/problem.ts'
import type { Repointed } from '#domain/repoint.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import { findByColumn } from '../store/record-sets.ts'
import { uniqueColumn } from '../store/schema-of-catalogue.ts'
import { Changes, sameValue } from './repoint-changes.ts'
import { taken } from './repoint-plan.ts'
import { lockRecord, readBody, readTo, repoint } from './repoint.ts'

/** Gives a record another code or name, everywhere it is used. */
export function rename(ctx: Context, name: string, idOrCode: string, body: unknown): Promise<Repointed> {
  const entity = entityNamed(name)
  const { given, isRehearsal } = readBody(body)
  const fields = renamable(entity)
  const to = readTo(given['to'], fields, entity)
  return repoint(ctx, isRehearsal, async (tx) => {
    const current = await lockRecord(ctx, tx, entity, idOrCode, given['version'])
    const { values, problems } = parseRecord(entity, to, current)
    problems.push(...problemsOfAbsence(entity, values).filter(({ field }) => field in to))
    if (problems.length > 0) throw invalid(problems)
    const renamed = fields.filter((field) => !sameValue(values[field], current[field]))
    if (renamed.length === 0) throw invalid([{ field: 'to', message: 'That is what it is called already' }])
    if (entity.name === 'role') refuseBuiltIn(current, values)
    await refuseTaken(tx, entity, current, values)
    const changes = new Changes()
    const root = changes.add(entity, current, values)
    const told = renamed.map((field) => `${entity.fields[field]!.label} ${String(values[field])}`)
    return {
      kind: 'rename',
      changes,
      root,
      title: `${nameRecord(entity, current)} renamed: ${listInWords(told)}`,
    }
  })
}

function refuseBuiltIn(current: StoredRecord, values: RecordValues): void {
  const [from, to] = [String(current['Role_Code']), String(values['Role_Code'])]
  if (from === to) return
  if (Object.hasOwn(builtInRoles, from)) {
    throw conflict(`The role ${from} is built in: its name can be changed, but not its code`)
  }
  if (Object.hasOwn(builtInRoles, to.toUpperCase()))
    throw conflict(`The code ${to} belongs to a built-in role`)
}

async function refuseTaken(
  tx: Tx,
  entity: Entity,
  current: StoredRecord,
  values: RecordValues,
): Promise<void> {
  for (const names of [entity.key, ...entity.unique]) {
    const column = names === entity.key ? 'natural_key' : uniqueColumn(names)
    const found = await findByColumn(tx, entity, column, [joinKey(entity, names, values)])
    const other = found.find(({ id }) => id !== current.id)
    if (other) throw taken(entity, other)
  }
}

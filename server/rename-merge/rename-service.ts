import type { NewValues, RewrittenReferences } from '#domain/api/changes/rename-merge.ts'
import { builtInRoles } from '#domain/access/actor.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity, type RecordValues, type StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { parseRecord, checkRequired } from '#domain/catalogue/parse-record.ts'
import { renamableFields } from '#domain/catalogue/identity-fields.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import type { Context } from '../core/context.ts'
import type { Tx } from '../store/dialect.ts'
import { findByColumn } from '../store/records/record-sets.ts'
import { uniqueColumn } from '../store/schema/schema-of-catalogue.ts'
import { Changes } from './reference-changes.ts'
import { duplicateKeyProblem } from './rewrite-plan.ts'
import { lockRecord, rewriteReferences } from './rewrite-references.ts'
import { t } from '#domain/messages/t.ts'

/** Changes the code or name of a record everywhere it is used. */
export function rename(
  ctx: Context,
  name: string,
  idOrCode: string,
  { to, version }: NewValues,
  isDryRun: boolean,
): Promise<RewrittenReferences> {
  const entity = entityNamed(name)
  const fields = renamableFields(entity)
  return rewriteReferences(ctx, isDryRun, async (tx) => {
    const current = await lockRecord(ctx, tx, entity, idOrCode, version)
    const { values, problems } = parseRecord(entity, to, current)
    problems.push(...checkRequired(entity, values).filter(({ field }) => field in to))
    if (problems.length > 0) throw invalid(problems)
    const renamed = fields.filter((field) => !sameValue(values[field], current[field]))
    if (renamed.length === 0) throw invalid([{ field: 'to', message: t('It already has this code or name') }])
    if (entity.name === 'role') refuseBuiltIn(current, values)
    await refuseTaken(tx, entity, current, values)
    const changes = new Changes()
    const root = changes.add(entity, current, values)
    const newNames = renamed.map(
      (field) => `${t(entity.fields[field]!.label)} ${showPlain(values[field] ?? null)}`,
    )
    return {
      kind: 'rename',
      changes,
      root,
      title: t('{record} renamed: {names}', {
        record: nameRecord(entity, current),
        names: formatList(newNames),
      }),
    }
  })
}

function refuseBuiltIn(current: StoredRecord, values: RecordValues): void {
  const [from, to] = [textAt(current, 'Role_Code'), textAt(values, 'Role_Code')]
  if (from === to) return
  if (Object.hasOwn(builtInRoles, from)) {
    throw conflict(
      t('The role {code} is built in: its name can be changed, but not its code', { code: from }),
    )
  }
  if (Object.hasOwn(builtInRoles, to.toUpperCase()))
    throw conflict(t('The code {code} belongs to a built-in role', { code: to }))
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
    if (other) throw duplicateKeyProblem(entity, other)
  }
}

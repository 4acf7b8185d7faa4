import type { NewValues, RewrittenReferences } from '#domain/api/changes/rename-merge.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord, type Entity } from '#domain/catalogue/entity.ts'
import { parseRecord } from '#domain/catalogue/parse-record.ts'
import { parentFieldsOf } from '#domain/catalogue/identity-fields.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import { invalid } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { linksOf } from '../store/records/reference-plan.ts'
import { Changes } from './reference-changes.ts'
import { lockRecord, rewriteReferences } from './rewrite-references.ts'
import { t } from '#domain/messages/t.ts'

/** Moves a record, with everything below it, to another parent. */
export function move(
  ctx: Context,
  name: string,
  idOrCode: string,
  { to, version }: NewValues,
  isDryRun: boolean,
): Promise<RewrittenReferences> {
  const entity = entityNamed(name)
  const places = parentFieldsOf(entity)
  return rewriteReferences(ctx, isDryRun, async (tx) => {
    const current = await lockRecord(ctx, tx, entity, idOrCode, version)
    const writer = dynamicGate(ctx, 'update', name).using(tx)
    const { values, problems } = parseRecord(entity, to, current)
    // The levels above are derived from the one in the request: a city moves to another country with its state.
    const rest = Object.fromEntries(impliedLevels(entity, to).map((field) => [field, null]))
    const resolved = await writer.resolve({ ...values, ...rest }, current)
    problems.push(...resolved.problems)
    if (problems.length > 0) throw invalid(problems)
    const moved = places.filter((field) => !sameValue(resolved.values[field], current[field]))
    if (moved.length === 0) throw invalid([{ field: 'to', message: t('It is already there') }])
    const changes = new Changes()
    const root = changes.add(entity, current, { ...current, ...resolved.values })
    const newParents = moved.map(
      (field) => `${t(entity.fields[field]!.label)} ${showPlain(resolved.values[field] ?? null)}`,
    )
    return {
      kind: 'move',
      changes,
      root,
      title: t('{record} moved to {parents}', {
        record: nameRecord(entity, current),
        parents: formatList(newParents),
      }),
    }
  })
}

/** The levels above the requested ones that the request does not name. */
function impliedLevels(entity: Entity, to: Record<string, unknown>): string[] {
  const named = linksOf(entity).filter(({ main }) => main.name in to)
  return named.flatMap(({ ancestors }) => ancestors.map(({ own }) => own)).filter((own) => !(own in to))
}

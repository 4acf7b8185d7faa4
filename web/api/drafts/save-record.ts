import type { RecordMeta, RecordValues } from '#domain/catalogue/entity.ts'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { submitPathOf } from '#domain/contract/submit-paths.ts'
import { request } from '../client.ts'
import { pathOf, type RecordIn } from '../resources.ts'

/** `version` is that of the loaded record, so that a concurrent change is not overwritten. */
export function updateRecord<N extends string>(
  entity: EntityLabels<N>,
  { id, version }: Pick<RecordMeta, 'id' | 'version'>,
  values: RecordValues,
): Promise<RecordIn<N>> {
  return request('PATCH', pathOf(entity, id), { body: { ...values, version } })
}

/** Posts to the path of the screen's contract; the key makes it safe to send again after a lost answer. */
export function createRecord<N extends string>(
  entity: EntityLabels<N>,
  values: RecordValues,
  idempotencyKey: string,
): Promise<RecordIn<N>> {
  return request('POST', submitPathOf(entity.name), {
    body: values,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

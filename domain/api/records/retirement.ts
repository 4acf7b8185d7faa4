import * as z from 'zod/mini'
import type { Entity } from '../../catalogue/entity.ts'
import { perEntity } from '../../catalogue/per-entity.ts'
import { limits } from '../../catalogue/kinds/text.ts'
import { readText } from '../../catalogue/reading/read-text.ts'
import { endpoint, type BodyOf } from '../endpoint.ts'
import { storedRecord } from '../parameters.ts'
import { day, described, fieldsOf, readBy, wholeNumber } from '../values.ts'

const version = described(
  z.optional(wholeNumber('version', 1, Number.MAX_SAFE_INTEGER)),
  'The version that was read; without it, the stored one is changed',
)

const retiring = (entity: Entity) => ({
  may: ['update', entity.name] as const,
  tag: entity.plural,
  answer: storedRecord(entity.name),
  problems: [404, 409, 422],
})

const retirement = fieldsOf('a retirement', {
  on: described(z.optional(day('Retired On')), 'The day since which it is retired; today by default'),
  reason: described(
    z.optional(readBy((input) => readText('Retired Reason', limits.name, input))),
    'Why, in a few words',
  ),
  version,
})
const reinstatement = fieldsOf('a reinstatement', { version })

export const retireOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/${entity.path}/:id/retire`, {
    ...retiring(entity),
    summary: `Retire a ${entity.singular.toLowerCase()}: it keeps its references and is not offered for new ones`,
    body: retirement,
    answered: 'The retired record',
  }),
)

export const reinstateOf = perEntity((entity) =>
  endpoint('POST', `/api/v1/${entity.path}/:id/reinstate`, {
    ...retiring(entity),
    summary: `Reinstate a retired ${entity.singular.toLowerCase()}`,
    body: reinstatement,
    answered: 'The record, which is offered again',
  }),
)

export type Retirement = BodyOf<ReturnType<typeof retireOf>>

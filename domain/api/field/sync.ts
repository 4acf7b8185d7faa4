import * as z from 'zod/mini'
import type { PackAccount, PackCustomer, PackMasters, PackProposal } from '../../field/pack.ts'
import { notAnObject } from '../../problem.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { dateTime, described, requiredText, text } from '../values.ts'
import { firmClock, textOrNull } from '../visits/visit-values.ts'
import { contact } from './events.ts'
import { t } from '../../messages/t.ts'

const tag = 'Field app'

const maxMissing = 5000
const badIds = (): string => t('missing should be a list of at most {max} ids', { max: maxMissing })

export const sync = endpoint('POST', '/api/v1/field/sync', {
  may: ['read', 'customer'],
  tag,
  summary: 'What changed on a phone since a cursor: customers in scope, masters, decided proposals',
  body: z.object(
    {
      ...contact,
      cursor: described(
        z.nullable(z.string({ error: () => t('cursor should be text or null') })),
        'The cursor of the last answer; null: everything',
      ),
      missing: described(
        z.optional(
          z
            .array(z.string({ error: badIds }), { error: badIds })
            .check(z.maxLength(maxMissing, { error: badIds })),
        ),
        'Ids of the last answer that the phone does not hold: they are sent as well',
      ),
      app: described(z.optional(requiredText('App')), 'The version of the app'),
    },
    { error: () => notAnObject(t('A request of the field app')).message },
  ),
  answer: z.strictObject({
    cursor: text,
    isFull: described(z.boolean(), 'Replace everything the phone holds; otherwise add and replace'),
    customers: z.array(z.custom<PackCustomer>()),
    ids: described(
      z.nullable(z.array(text)),
      'All customers in scope, when they changed: remove the others, and ask for those that are missing',
    ),
    isCut: described(
      z.boolean(),
      'More customers are in scope than a phone holds: its own and planned ones come first',
    ),
    masters: described(z.nullable(z.custom<PackMasters>()), 'null: unchanged'),
    proposals: described(z.nullable(z.array(z.custom<PackProposal>())), 'null: unchanged'),
    account: z.custom<PackAccount>(),
    dayOff: described(textOrNull, 'Why today is a day off; null on a working day'),
    tiles: described(z.nullable(text), 'The URL of the map tiles; null: no map'),
    now: dateTime,
    ...firmClock,
  }),
  answered: 'The difference, and the cursor for the next request',
  problems: [403, 422],
})

/** Gives the phone a key that may only hand in events, so that they arrive after the session ended. */
export const registerDevice = endpoint('POST', '/api/v1/field/devices', {
  may: ['create', 'visit'],
  tag,
  summary: 'Register this phone for the account; its earlier key ends',
  body: z.object(
    {
      id: described(requiredText('Device'), 'A UUID made by the phone'),
      label: described(requiredText('Label'), 'Browser and system, for the list of phones'),
    },
    { error: () => notAnObject(t('A request of the field app')).message },
  ),
  answer: z.strictObject({ key: described(text, 'Shown once; begins with agp_') }),
  status: 201,
  problems: [403, 422],
})

export type SyncRequest = BodyOf<typeof sync>
export type SyncAnswer = AnswerOf<typeof sync>

import * as z from 'zod/mini'
import { grants, levels } from '../../access/rights.ts'
import { described, text } from '../values.ts'
import { t } from '../../messages/t.ts'

// Rights and places, as several endpoints send and return them.

/** A list that the reader of an answer does not change. */
const listOf = <S extends z.ZodMiniType>(item: S) => z.readonly(z.array(item))

const grant = z.enum(grants)
export const grantList = listOf(grant)
export const rights = z.record(text, grantList)

const place = z.strictObject({ level: z.enum(levels), code: text })
const namedPlace = z.extend(place, { name: text })

const everything = z.literal('everything')
export const scope = z.union([everything, listOf(place)])
export const namedScope = z.union([everything, listOf(namedPlace)])

/** A place without a name was deleted. */
export const assignedScope = z.union([everything, listOf(z.extend(place, { name: z.exactOptional(text) }))])

const maxPlaces = 50
const notPlaces = (): string =>
  t('places should be "everything" or a list of up to {max} places', { max: maxPlaces })
const notAPlace = (): string =>
  t('Each place should have a level ({levels}) and a code', { levels: levels.join(', ') })

/** The places of an account or token, as they are chosen: further members of a place, such as its name, are ignored. */
export const places = described(
  z.union(
    [
      everything,
      z.readonly(
        z
          .array(z.object({ level: z.enum(levels), code: z.string() }))
          .check(z.maxLength(maxPlaces, { error: notPlaces })),
      ),
    ],
    { error: ({ input }) => (Array.isArray(input) && input.length <= maxPlaces ? notAPlace() : notPlaces()) },
  ),
  '"everything", or a list of { level, code }',
)

export type ChosenPlaces = z.infer<typeof places>

export const access = z.strictObject({
  roles: described(listOf(text), 'The own role, and those of User Role Combinations'),
  rights: described(rights, 'The actions for each subject'),
  scope: described(scope, 'The visible places'),
  ownWork: described(
    z.exactOptional(z.strictObject({ employees: listOf(text), accounts: listOf(text) })),
    'Whose assigned and planned customers are visible as well',
  ),
  unseen: described(z.exactOptional(rights), 'Rights that require to see everything'),
  closed: described(
    z.exactOptional(
      z.strictObject({
        functions: listOf(text),
        on: z.record(text, z.strictObject({ screen: text, openTo: listOf(text), taken: grantList })),
      }),
    ),
    'Rights removed because screens are closed to the functions of the account',
  ),
  secondFactor: described(
    z.exactOptional(z.enum(['required', 'missing'])),
    'Present if a role requires a second factor; `missing`: the account has to switch it on before anything else',
  ),
})

import * as z from 'zod/mini'
import { accountEntity } from '../../access/account-fields.ts'
import { onlyFields, roleOfAccount } from '../accounts/inputs.ts'
import { schemaOf } from '../../catalogue/stored/kinds.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { described, fieldsOf, readBy, text } from '../values.ts'
import { places } from './scope.ts'
import { t } from '../../messages/t.ts'
import { readField } from '../../catalogue/reading/read-field.ts'

const tag = 'Access'

const { email } = accountEntity.fields

export const previewAccess = endpoint('POST', '/api/v1/access-preview', {
  may: ['read', 'account'],
  tag,
  summary: 'Dry run: what an account would see with a role and places',
  body: onlyFields({
    email: readBy((input) => readField(email, input ?? '')).check(z.meta(schemaOf(email))),
    role: roleOfAccount,
    places: z.nullish(places),
  }),
  answer: z.strictObject({
    summary: text,
    otherRoles: described(
      z.array(text),
      'The roles from the User Role Combinations of this e-mail, which approval gives as well',
    ),
  }),
  answered: 'What it would see',
  problems: [422],
})

const textOf = (field: string) => z.nullish(z.string({ error: () => t('{field} should be text', { field }) }))
const notCodes = (): string => t('{field} should be a list of codes', { field: 'Function_Codes' })

export const previewScreens = endpoint('POST', '/api/v1/screens-preview', {
  may: ['read', 'roleRights'],
  tag,
  summary: 'Dry run: for which accounts an Application would close or open a screen',
  body: fieldsOf('an application', {
    id: described(textOf('id'), 'The Application that is being changed'),
    Module_Code: textOf('Module_Code'),
    Submodule_Code: textOf('Submodule_Code'),
    Process_Code: textOf('Process_Code'),
    Function_Codes: z.array(z.string({ error: notCodes }), { error: notCodes }),
  }),
  answer: z.strictObject({ sentences: z.array(text) }),
  answered: 'A sentence for each screen',
  problems: [422],
})

export type AccessPreview = AnswerOf<typeof previewAccess>
export type AccessPreviewRequest = BodyOf<typeof previewAccess>
export type ScreensPreview = AnswerOf<typeof previewScreens>
export type ScreensPreviewRequest = BodyOf<typeof previewScreens>

import * as z from 'zod/mini'
import { accountEntity } from '../../access/account-fields.ts'
import { readChosenPassword } from '../../access/password.ts'
import type { Field, Value } from '../../catalogue/field.ts'
import { isBlank } from '../../catalogue/parse-record.ts'
import { schemaOf } from '../../catalogue/stored/kinds.ts'
import { notAnObject } from '../../problem.ts'
import { readBy, unknownKey } from '../values.ts'
import { t } from '../../messages/t.ts'
import { readField } from '../../catalogue/reading/read-field.ts'

// What requests about accounts send.

/** An object with exactly these members. */
export const onlyFields = <S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S, z.core.$strict> =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? t('{key} is not expected here', { key: unknownKey })
        : notAnObject(t('The request')).message,
  })

const { fields } = accountEntity

const required = <T extends Value>(field: Field<T>) =>
  readBy((input) =>
    isBlank(input)
      ? { problem: t('{label} is required', { label: t(field.label) }) }
      : readField(field, input),
  ).check(z.meta(schemaOf(field)))

export const username = required(fields.username)
export const email = required(fields.email)

/** The phone input of the specification is numeric, and some clients send a number. */
export const phone = z._default(
  readBy((input) =>
    isBlank(input)
      ? { value: null }
      : readField(fields.phone, typeof input === 'number' ? String(input) : input),
  ).check(z.meta({ ...schemaOf(fields.phone), type: ['string', 'null'] })),
  null,
)

/** A password that is chosen now; the account decides whether it is also hard to guess. */
export const chosenPassword = readBy(readChosenPassword).check(z.meta({ type: 'string' }))

/** Text exactly as it was sent, such as a password: spaces count. */
export const secret = (label: string) => {
  const missing = (): string => t('{label} is required', { label: t(label) })
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? missing() : t('{label} should be text', { label: t(label) }),
    })
    .check(z.minLength(1, { error: missing }))
}

const incomplete = (): string => t('The link is incomplete. Open it again exactly as you received it')
export const linkToken = z.string({ error: incomplete }).check(z.minLength(1, { error: incomplete }))

const noRole = (): string => t('Role is required')
export const roleOfAccount = z.string({ error: noRole }).check(z.minLength(1, { error: noRole }))

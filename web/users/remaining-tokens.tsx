import { useEffect, useRef, type ReactNode } from 'react'
import { formatList } from '#domain/text.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { Field } from '../ui/field.tsx'
import { t } from '#domain/messages/t.ts'

interface RemainingTokensProps {
  account: UserView
  isRevoking: boolean
  onChange: (isRevoking: boolean) => void
  /** The account is being disabled, and the choice is made first. */
  isDisabling?: boolean
}

/** API tokens keep working when the account that created them is disabled or deleted, unless they are revoked here. */
export function RemainingTokens({
  account,
  isRevoking,
  onChange,
  isDisabling,
}: RemainingTokensProps): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isDisabling) box.current?.focus()
  }, [isDisabling])
  const { apiTokens, username } = account
  if (apiTokens.length === 0) return null
  const count = apiTokens.length
  const hint = t(
    '{count, plural, one {{names} still works when this account is disabled, deleted or no longer an administrator.} other {{names} still work when this account is disabled, deleted or no longer an administrator.}}',
    { count, names: formatList([...apiTokens]) },
  )
  return (
    <Field
      label={t('{count, plural, one {# API token} other {# API tokens}} created by {username}', {
        count,
        username,
      })}
      isGroup
      hint={isDisabling ? `${hint} ${t('Choose, then press Disable again.')}` : hint}
    >
      {() => (
        <label className="choice">
          <input
            ref={box}
            type="checkbox"
            name="revokeTokens"
            checked={isRevoking}
            onChange={(event) => onChange(event.target.checked)}
          />
          {t('{count, plural, one {Revoke it too} other {Revoke them too}}', { count })}
        </label>
      )}
    </Field>
  )
}

/** States in the notice what happened to the tokens, since programs may still write with them. */
export function describeTokens({ apiTokens }: UserView, isRevoking: boolean): string {
  if (apiTokens.length === 0) return ''
  const values = { count: apiTokens.length, names: formatList([...apiTokens]) }
  return isRevoking
    ? t(
        '{count, plural, one {# API token created by them is revoked: {names}} other {# API tokens created by them are revoked: {names}}}',
        values,
      )
    : t(
        '{count, plural, one {# API token created by them keeps working: {names}} other {# API tokens created by them keep working: {names}}}',
        values,
      )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { formatList } from '#domain/text.ts'
import type { UserView } from '#domain/api/accounts/account.ts'
import { Field } from '../ui/field.tsx'
import { t } from '#domain/messages/t.ts'

const countTokens = (count: number): string =>
  count === 1 ? '1 API token' : t('{count} API tokens', { count })

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
  const [it, works] = apiTokens.length === 1 ? ['it', 'works'] : ['them', 'work']
  return (
    <Field
      label={`${countTokens(apiTokens.length)} created by ${username}`}
      isGroup
      hint={`${formatList([...apiTokens])} still ${works} when this account is disabled, deleted or no longer an administrator.${isDisabling ? ' Choose, then press Disable again.' : ''}`}
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
          Revoke {it} too
        </label>
      )}
    </Field>
  )
}

/** States in the notice what happened to the tokens, since programs may still write with them. */
export function describeTokens({ apiTokens }: UserView, isRevoking: boolean): string {
  if (apiTokens.length === 0) return ''
  const isOne = apiTokens.length === 1
  const verb = isRevoking ? (isOne ? 'is revoked' : 'are revoked') : isOne ? 'keeps working' : 'keep working'
  return `. ${countTokens(apiTokens.length)} created by them ${verb}: ${formatList([...apiTokens])}`
}

import { useEffect, useRef, type ReactNode } from 'react'
import { listInWords } from '#domain/text.ts'
import type { Person } from '../api/people.ts'
import { Field } from '../ui/field.tsx'

const counted = (count: number): string => (count === 1 ? '1 API token' : `${count} API tokens`)

interface TokensLeftProps {
  account: Person
  isRevoking: boolean
  onChange: (isRevoking: boolean) => void
  /** Asked because of it: the answer is given before it goes on. */
  isDisabling?: boolean
}

/** Programs of the firm go on when whoever made their tokens leaves, unless an administrator ends them here. */
export function TokensLeft({ account, isRevoking, onChange, isDisabling }: TokensLeftProps): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isDisabling) box.current?.focus()
  }, [isDisabling])
  const { apiTokens, username } = account
  if (apiTokens.length === 0) return null
  const [it, works] = apiTokens.length === 1 ? ['it', 'works'] : ['them', 'work']
  return (
    <Field
      label={`${counted(apiTokens.length)} made by ${username}`}
      isGroup
      hint={`${listInWords([...apiTokens])} still ${works} when this account is disabled, deleted or no administrator any more.${isDisabling ? ' Choose, then press Disable again.' : ''}`}
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
          Revoke {it} as well
        </label>
      )}
    </Field>
  )
}

/** Told when it is done, so that nobody finds out by an ERP that still writes. */
export function tokensInWords({ apiTokens }: Person, isRevoking: boolean): string {
  if (apiTokens.length === 0) return ''
  const isOne = apiTokens.length === 1
  const verb = isRevoking ? (isOne ? 'is revoked' : 'are revoked') : isOne ? 'keeps working' : 'keep working'
  return `. ${counted(apiTokens.length)} made by them ${verb}: ${listInWords([...apiTokens])}`
}

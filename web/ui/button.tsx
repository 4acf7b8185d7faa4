import type { ComponentProps, ReactNode } from 'react'
import { useIsTakingOver } from './use-is-taking-over.ts'

interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'main' | 'plain' | 'quiet' | 'danger'
  /** Work is under way: it says so and takes no second click, but keeps the focus. */
  busy?: boolean
}

export function Button({
  tone = 'plain',
  busy = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  // Before its code is there, or without any, a form would put what was typed into the address.
  const isDead = useIsTakingOver() && type === 'submit'
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type
      type={type}
      disabled={isDead || rest.disabled}
      className={`button button-${tone}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}

import type { ComponentProps, ReactNode } from 'react'

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
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={`button button-${tone}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { useIsHydrating } from './use-is-hydrating.ts'

interface ButtonProps extends ComponentProps<'button'> {
  tone?: 'main' | 'plain' | 'quiet' | 'danger'
  /** Disables the button for assistive technology and ignores clicks, but keeps the focus. */
  busy?: boolean
}

export function Button({
  tone = 'plain',
  busy = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps): ReactNode {
  // Before hydration, or without JavaScript, submitting the form would put its values into the URL.
  const isInert = useIsHydrating() && type === 'submit'
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type
      type={type}
      disabled={isInert || rest.disabled}
      className={`button button-${tone}`}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}

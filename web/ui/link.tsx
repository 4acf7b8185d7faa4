import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useHref, useLocation, useNavigate, type NavigateOptions } from 'react-router'

export interface LinkProps
  extends ComponentProps<'a'>, Pick<NavigateOptions, 'state' | 'preventScrollReset'> {
  to: string
  /** Replaces the history entry; the default for a link to the current URL. */
  replace?: boolean
}

/** A click with a modifier key opens the link elsewhere, which is left to the browser. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)

/**
 * A link within the app. The router's own also prefetches pages by a manifest of the server, which this app does not
 * have: 4 kB of every first visit.
 */
export function Link({ to, state, replace, preventScrollReset, onClick, ...rest }: LinkProps): ReactNode {
  const href = useHref(to)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    void navigate(to, {
      state,
      replace: replace ?? href === pathname + search + hash,
      ...(preventScrollReset !== undefined && { preventScrollReset }),
    })
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={href} onClick={follow} />
}

interface NavLinkProps extends LinkProps {
  /** Only the page itself makes it active, not the pages below it. */
  end?: boolean
}

/** A link that is marked while its page, or one below it, is shown. */
export function NavLink({ end = false, className, ...rest }: NavLinkProps): ReactNode {
  const pathname = useLocation().pathname.toLowerCase()
  const own = rest.to.toLowerCase()
  const isActive = pathname === own || (!end && pathname.startsWith(`${own}/`))
  const classes = [className, isActive && 'active'].filter(Boolean).join(' ')
  return <Link {...rest} className={classes || undefined} aria-current={isActive ? 'page' : undefined} />
}

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { publicPages } from '#domain/screens/public-pages.ts'
import { factorPath } from '../../access/factor-path.ts'
import { useOnline } from '../../ui/use-online.ts'

const open = new Set<string>(['/account', '/logout', ...publicPages.filter((path) => path !== '/')])

/**
 * Leads an account that lacks the second factor its role requires from any page but the public ones to where it is switched on.
 * Without a network, field staff go on recording: this device keeps what it cannot send.
 */
export function LeadToFactor(): null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isOnline = useOnline()
  useEffect(() => {
    if (isOnline && !open.has(pathname))
      void navigate(factorPath(pathname + search + hash), { replace: true })
  }, [isOnline, pathname, search, hash, navigate])
  return null
}

import type { ReactNode } from 'react'
import { customerPath, type CustomerTab } from '#domain/visits/customer-path.ts'
import { Link } from '../ui/link.tsx'

interface CustomerLinkProps {
  code: string
  name: string
  tab?: CustomerTab
}

/** A customer's name as a link to the customer page. */
export function CustomerLink({ code, name, tab }: CustomerLinkProps): ReactNode {
  return <Link to={customerPath(code, tab)}>{name}</Link>
}

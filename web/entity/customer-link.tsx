import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#domain/visits/customer-page.ts'

/** A customer's name, wherever it stands, leads to everything about the customer. */
export function CustomerLink({ code, name }: { code: string; name: string }): ReactNode {
  return <Link to={customerPath(code)}>{name}</Link>
}

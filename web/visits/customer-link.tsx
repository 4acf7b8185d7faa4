import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A customer's name, which leads to the customer's page. */
export function CustomerLink({ code, name }: { code: string; name: string }): ReactNode {
  return <Link to={`/customers/${encodeURIComponent(code)}`}>{name}</Link>
}

import { useEffect, type ReactNode } from 'react'
import { setHeading } from './current-heading.ts'

interface PageProps {
  /** The heading and the document title. */
  heading: string
  lead?: ReactNode
  width?: 'narrow' | 'wide'
  children?: ReactNode
}

export function Page({ heading, lead, width = 'wide', children }: PageProps): ReactNode {
  useEffect(() => setHeading(heading), [heading])
  return (
    <div className={`page page-${width}`}>
      <title>{`${heading} · AgriDesk`}</title>
      <h1>{heading}</h1>
      {lead && <p className="page-lead">{lead}</p>}
      {children}
    </div>
  )
}

import { useId, type ReactNode } from 'react'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface RecordPartProps {
  heading: string
  isLoading?: boolean
  problem?: string
  onRetry?: () => void
  children?: ReactNode
}

/** A section of the record page, with its loading and error states. */
export function RecordPart(props: RecordPartProps): ReactNode {
  const { heading, isLoading = false, problem = '', onRetry, children } = props
  const id = useId()
  return (
    <section className="record-part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {problem && onRetry && <LoadError error={problem} onRetry={onRetry} />}
      {children}
      {isLoading && !problem && <Skeleton lines={3} />}
    </section>
  )
}

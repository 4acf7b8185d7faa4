import { useId, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface RecordPartProps {
  heading: string
  isLoading?: boolean
  problem?: string
  onRetry?: () => void
  children?: ReactNode
}

/** One part of the page of a record; what failed says so, and can be asked for again. */
export function RecordPart(props: RecordPartProps): ReactNode {
  const { heading, isLoading = false, problem = '', onRetry, children } = props
  const id = useId()
  return (
    <section className="record-part" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {isLoading && !problem && <Skeleton lines={3} />}
      {problem && (
        <p className="field-problem">
          {problem} {onRetry && <Button onClick={onRetry}>Try again</Button>}
        </p>
      )}
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import './empty-state.css'

/** A seedling. */
const seedlingPicture =
  'M12 54h40M32 54V26M32 40c-12 0-16-6-16-14 12 0 16 6 16 14zM32 32c0-8 4-14 16-14 0 8-4 14-16 14z'

interface EmptyStateProps {
  /** The path of a line drawing of 64 × 64. */
  picture?: string | undefined
  /** Why there is nothing here, and as buttons in an element with the class `links` what to do next. */
  children: ReactNode
}

/** Stands where rows or records would be. */
export function EmptyState({ picture = seedlingPicture, children }: EmptyStateProps): ReactNode {
  return (
    <div className="list-empty">
      <svg className="icon" viewBox="0 0 64 64" aria-hidden="true">
        <path d={picture} />
      </svg>
      <div>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'

interface HomeCardProps<Part extends object> {
  heading: string
  /** Undefined: the account may not see it. */
  part: Part | { problem: string } | undefined
  isWide?: boolean
  children: (part: Part) => ReactNode
}

/** A part of the home page, or the reason why it could not be loaded. */
export function HomeCard<Part extends object>({
  heading,
  part,
  isWide = false,
  children,
}: HomeCardProps<Part>): ReactNode {
  if (!part) return null
  return (
    <section className={isWide ? 'card home-card home-card-wide' : 'card home-card'}>
      <h2>{heading}</h2>
      {'problem' in part ? <p className="home-problem">{part.problem}</p> : children(part)}
    </section>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { BulkReport } from '../api/lists.ts'
import { recordPath } from './list-cell.tsx'
import { after } from './take-back.ts'

interface RehearsalProps {
  entity: Entity
  report: BulkReport
  /** "will change" */
  verb: string
}

/** What will happen, and what cannot, with the reason for each. */
export function Rehearsal({ entity, report, verb }: RehearsalProps): ReactNode {
  const { changed, unchanged, left, leftCount } = report
  const parts = [
    `${changed.toLocaleString('en-IN')} ${verb}`,
    unchanged > 0 &&
      `${unchanged.toLocaleString('en-IN')} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}`,
    leftCount > 0 && `${leftCount.toLocaleString('en-IN')} cannot`,
  ].filter(Boolean)
  return (
    <section className="rehearsal" aria-label="What will happen">
      <output>
        <strong>
          {parts.join(', ')}
          {leftCount > 0 ? ':' : '.'}
        </strong>
      </output>
      {leftCount > 0 && (
        <ul className="left-list">
          {left.map(({ id, name, because }) => (
            <li key={id}>
              <Link to={recordPath(entity, { id })} target="_blank">
                {name}
              </Link>
              {after(name, because)}
            </li>
          ))}
          {leftCount > left.length && <li>and {(leftCount - left.length).toLocaleString('en-IN')} more</li>}
        </ul>
      )}
    </section>
  )
}

import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { BulkReport } from '#domain/api/changes/bulk.ts'
import { recordPath } from '../../masters/record-path.ts'
import { reasonAfterName } from '../../changes/undo-batch.ts'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

interface DryRunReportProps {
  entity: Entity
  report: BulkReport
  /** "will change" */
  verb: string
}

/** The result of the dry run: what will change, and what cannot, with reasons. */
export function DryRunReport({ entity, report, verb }: DryRunReportProps): ReactNode {
  const { changed, unchanged, left, leftCount } = report
  const parts = [
    `${changed.toLocaleString('en-IN')} ${verb}`,
    unchanged > 0 && `${unchanged.toLocaleString('en-IN')} unchanged`,
    leftCount > 0 && `${leftCount.toLocaleString('en-IN')} cannot`,
  ].filter(Boolean)
  return (
    <section className="dry-run" aria-label={t('Preview')}>
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
              <Link to={recordPath(entity, id)} target="_blank">
                {name}
              </Link>
              {reasonAfterName(name, because)}
            </li>
          ))}
          {leftCount > left.length && <li>and {(leftCount - left.length).toLocaleString('en-IN')} more</li>}
        </ul>
      )}
    </section>
  )
}

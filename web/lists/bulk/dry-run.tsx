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
  action: 'update' | 'delete'
}

/** The result of the dry run: what will change, and what cannot, with reasons. */
export function DryRunReport({ entity, report, action }: DryRunReportProps): ReactNode {
  const { changed, unchanged, left, leftCount } = report
  return (
    <section className="dry-run" aria-label={t('Preview')}>
      <output>
        <strong>
          {t(
            '{action, select, delete {{changed, number} will be deleted} other {{changed, number} will change}}{unchanged, plural, =0 {} other {, # unchanged}}{left, plural, =0 {.} other {, # cannot:}}',
            { action, changed, unchanged, left: leftCount },
          )}
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
          {leftCount > left.length && (
            <li>{t('and {count, number} more', { count: leftCount - left.length })}</li>
          )}
        </ul>
      )}
    </section>
  )
}

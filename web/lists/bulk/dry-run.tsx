import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import type { BulkReport } from '#domain/api/changes/bulk.ts'
import { recordPath } from '../../masters/record-path.ts'
import { reasonAfterName } from '../../changes/undo-batch.ts'
import { ChangeTable } from '../../ui/change-table.tsx'
import { codeName } from '../../ui/code-name.ts'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import '../../changes/left-list.css'

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
      {report.sample.length > 0 && <Sample entity={entity} report={report} />}
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

/** Old and new values of the first records. */
function Sample({ entity, report }: Omit<DryRunReportProps, 'action'>): ReactNode {
  const { sample, names, changed } = report
  const shown = (name: string, value: Value): string => {
    const byCode = names[name]
    if (!byCode || value === null) return entity.fields[name]!.show(value)
    const codes = [value].flat().map(String)
    return codes.map((code) => codeName({ value: code, title: byCode[code] ?? null })).join(', ')
  }
  return (
    <>
      {changed > sample.length && <p>{t('The first {count} of them:', { count: sample.length })}</p>}
      <ul className="dry-run-sample">
        {sample.map(({ id, name, before, after }) => (
          <li key={id}>
            <Link to={recordPath(entity, id)} target="_blank">
              {name}
            </Link>
            <ChangeTable
              caption={name}
              values={Object.keys(after).map((field) => ({
                name: field,
                label: t(entity.fields[field]!.label),
                before: shown(field, before[field] ?? null),
                after: shown(field, after[field] ?? null),
              }))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

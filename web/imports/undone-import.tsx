import type { ReactNode } from 'react'
import type { UndoReport } from '#domain/api/changes/batches.ts'
import { recordPath } from '../masters/record-path.ts'
import { formatCount, pluralize } from './import-format.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** Result of undoing an import, with each record that was left unchanged. */
export function UndoneImport({ report }: Readonly<{ report: UndoReport }>): ReactNode {
  const { undone, left, leftCount } = report
  return (
    <div className="imports-undone">
      <p>
        <strong>{pluralize(undone, 'record was', 'records were')} undone</strong>
        {leftCount > 0 &&
          `, and ${formatCount(leftCount)} left as ${leftCount === 1 ? 'it is' : 'they are'}:`}
        {leftCount === 0 && t('. Everything is as it was before the import.')}
      </p>
      {leftCount > 0 && (
        <ul>
          {left.map(({ id, path, name, because }) => (
            <li key={id}>
              <Link to={recordPath({ path }, id, 'history')}>{name}</Link>: {because}
            </li>
          ))}
          {leftCount > left.length && <li>and {formatCount(leftCount - left.length)} more</li>}
        </ul>
      )}
    </div>
  )
}

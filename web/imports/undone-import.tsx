import type { ReactNode } from 'react'
import type { UndoReport } from '#domain/api/changes/batches.ts'
import { recordPath } from '../masters/record-path.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

/** Result of undoing an import, with each record that was left unchanged. */
export function UndoneImport({ report }: Readonly<{ report: UndoReport }>): ReactNode {
  const { undone, left, leftCount } = report
  return (
    <div className="imports-undone">
      <p>
        <RichText
          message={
            leftCount > 0
              ? '<strong>{undone, plural, one {# record was} other {# records were}} undone</strong>, and {left, plural, one {# left as it is} other {# left as they are}}:'
              : '<strong>{undone, plural, one {# record was} other {# records were}} undone</strong>. Everything is as it was before the import.'
          }
          values={{ undone, left: leftCount }}
          tags={{ strong: (text) => <strong>{text}</strong> }}
        />
      </p>
      {leftCount > 0 && (
        <ul>
          {left.map(({ id, path, name, because }) => (
            <li key={id}>
              <Link to={recordPath({ path }, id, 'history')}>{name}</Link>: {because}
            </li>
          ))}
          {leftCount > left.length && (
            <li>{t('and {count, number} more', { count: leftCount - left.length })}</li>
          )}
        </ul>
      )}
    </div>
  )
}

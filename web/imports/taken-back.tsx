import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UndoReport } from '#domain/batches.ts'
import { count, counted } from './import-words.ts'

/** What became of taking an import back, with each record that had to be left. */
export function TakenBack({ report }: Readonly<{ report: UndoReport }>): ReactNode {
  const { undone, left, leftCount } = report
  return (
    <div className="imports-taken-back">
      <p>
        <strong>{counted(undone, 'record was', 'records were')} taken back</strong>
        {leftCount > 0 && `, and ${count(leftCount)} left as ${leftCount === 1 ? 'it is' : 'they are'}:`}
        {leftCount === 0 && '. Everything is as it was before the import.'}
      </p>
      {leftCount > 0 && (
        <ul>
          {left.map(({ id, path, name, because }) => (
            <li key={id}>
              <Link to={`/records/${path}/${id}`}>{name}</Link>: {because}
            </li>
          ))}
          {leftCount > left.length && <li>and {count(leftCount - left.length)} more</li>}
        </ul>
      )}
    </div>
  )
}

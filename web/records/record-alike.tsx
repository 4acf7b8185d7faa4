import { useCallback, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { findAlike } from '../api/records.ts'
import { RecordPart } from './record-part.tsx'
import { recordPath } from './record-path.ts'
import { useAnswer } from '../entity/use-answer.ts'

/** Other records that may be the same as this one, and why. */
export function RecordAlike({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const ask = useCallback(() => findAlike(entity, record), [entity, record])
  const { answer, problem, reload } = useAnswer(ask)
  return (
    <RecordPart
      heading="Possible duplicates"
      isLoading={!answer}
      problem={problem}
      onRetry={() => void reload()}
    >
      {answer?.length === 0 && <p className="record-none">None was found.</p>}
      <ul className="record-list">
        {answer?.map(({ id, name, title, reasons }) => (
          <li key={id}>
            <Link to={recordPath(entity, id)}>{title ? `${title} (${name})` : name}</Link>
            <span className="record-none">: {reasons.join(', ')}</span>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

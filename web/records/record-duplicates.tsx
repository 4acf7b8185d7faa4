import type { ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { findDuplicates } from '../api/records.ts'
import { RecordPart } from './record-part.tsx'
import { recordPath } from '../masters/record-path.ts'
import { useQuery } from '../ui/use-query.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

interface RecordDuplicatesProps {
  entity: Entity
  record: StoredRecord
}

/** Possible duplicates of the record, with reasons; nothing for an entity without fields to compare. */
export function RecordDuplicates(props: RecordDuplicatesProps): ReactNode {
  const { names, identifiers } = similarityFieldsOf(props.entity)
  return names.length + identifiers.length > 0 && <Duplicates {...props} />
}

function Duplicates({ entity, record }: RecordDuplicatesProps): ReactNode {
  const { data, error, reload } = useQuery([entity, record], (signal) =>
    findDuplicates(entity, record, signal),
  )
  return (
    <RecordPart
      heading={t('Possible duplicates')}
      isLoading={!data}
      problem={error}
      onRetry={() => void reload()}
    >
      {data?.length === 0 && <p className="record-none">{t('None found.')}</p>}
      <ul className="record-list">
        {data?.map(({ id, name, title, reasons }) => (
          <li key={id}>
            <Link to={recordPath(entity, id)}>{title ? `${title} (${name})` : name}</Link>
            <span className="record-none">: {reasons.join(', ')}</span>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

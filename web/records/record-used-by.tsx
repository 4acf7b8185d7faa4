import { Fragment, useState, type ReactNode } from 'react'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { RecordUsage } from '#domain/api/records/record-page.ts'
import { usedBy } from '../api/records.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { Button } from '../ui/button.tsx'
import { RecordPart } from './record-part.tsx'
import { listOfUsers, recordPath } from '../masters/record-path.ts'
import { useQuery } from '../ui/use-query.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

/** References to the record by entity, each with a link to its list. */
export function RecordUsedBy({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const [isExact, setExact] = useState(false)
  const { data, error, reload } = useQuery([entity, record, isExact], (signal) =>
    usedBy(entity, record, isExact, signal),
  )
  return (
    <RecordPart heading={t('Used by')} isLoading={!data} problem={error} onRetry={() => void reload()}>
      {data?.length === 0 && <p className="record-none">{t('No record refers to this one.')}</p>}
      <ul className="record-list">
        {data?.map((usage) => (
          <li key={`${usage.path} ${usage.field}`}>
            <Usage usage={usage} />
          </li>
        ))}
      </ul>
      {data?.some(({ isMore }) => isMore) && <Button onClick={() => setExact(true)}>{t('Count all')}</Button>}
    </RecordPart>
  )
}

function Usage({ usage }: { usage: RecordUsage }): ReactNode {
  const { path, field, label, value, count, isMore, records } = usage
  const user = entityAtPath(path)!
  const list = listOfUsers(path, field, value)
  const values = {
    count,
    singular: labelInSentence(t(user.singular)),
    plural: labelInSentence(t(user.plural)),
  }
  const countText = isMore
    ? t('More than {count, number} {plural}', values)
    : t('{count, plural, one {# {singular}} other {# {plural}}}', values)
  const names = records.map(({ id, name, code, title }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <Link to={recordPath(user, id)}>{title === null ? code || name : `${title} (${code})`}</Link>
    </Fragment>
  ))
  return (
    <RichText
      message={
        count > records.length
          ? '<list>{countText}</list> <quiet>through {field}:</quiet> <names></names> <quiet>and more</quiet>'
          : '<list>{countText}</list> <quiet>through {field}:</quiet> <names></names>'
      }
      values={{ countText, field: t(label) }}
      tags={{
        list: (text) => (list ? <Link to={list}>{text}</Link> : text),
        quiet: (text) => <span className="record-none">{text}</span>,
        names: () => names,
      }}
    />
  )
}

import { useCallback, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { UsedBy } from '#domain/record-page.ts'
import { usedBy } from '../api/records.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { Button } from '../ui/button.tsx'
import { RecordPart } from './record-part.tsx'
import { listOfUsers, recordPath } from './record-path.ts'
import { useAnswer } from '../entity/use-answer.ts'

/** What refers to the record, kind by kind, each with the way to its list. */
export function RecordUsedBy({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const [isExact, setExact] = useState(false)
  const ask = useCallback(() => usedBy(entity, record, isExact), [entity, record, isExact])
  const { answer, problem, reload } = useAnswer(ask)
  return (
    <RecordPart heading="Used by" isLoading={!answer} problem={problem} onRetry={() => void reload()}>
      {answer?.length === 0 && <p className="record-none">Nothing refers to it.</p>}
      <ul className="record-list">
        {answer?.map((usage) => (
          <li key={`${usage.path} ${usage.field}`}>
            <Usage usage={usage} />
          </li>
        ))}
      </ul>
      {answer?.some(({ isMore }) => isMore) && <Button onClick={() => setExact(true)}>Count them all</Button>}
    </RecordPart>
  )
}

function Usage({ usage }: { usage: UsedBy }): ReactNode {
  const { path, field, label, value, count, isMore, records } = usage
  const user = entityAtPath(path)!
  const list = listOfUsers(path, field, value)
  const number = isMore ? `More than ${count.toLocaleString('en-IN')}` : count.toLocaleString('en-IN')
  const words = `${number} ${inSentence(count === 1 ? user.singular : user.plural)}`
  const rest = count - records.length
  return (
    <>
      {list ? <Link to={list}>{words}</Link> : words} <span className="record-none">through {label}: </span>
      {records.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={recordPath(user, id)}>{name.slice(user.singular.length + 1) || name}</Link>
        </span>
      ))}
      {rest > 0 && <span className="record-none"> and more</span>}
    </>
  )
}

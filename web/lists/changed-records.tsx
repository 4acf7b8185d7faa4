import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { BatchChange, UndoReport } from '#domain/batches.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { readBatch } from '../api/batches.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { after } from './take-back.ts'

const words: Readonly<Record<BatchChange['action'], string>> = {
  create: 'made',
  update: 'changed',
  delete: 'deleted',
  restore: 'brought back',
}

interface Found {
  changes: readonly BatchChange[]
  next: string | null
}

/** What a change touched, a page at a time. */
export function ChangedRecords({ id }: { id: string }): ReactNode {
  const [found, setFound] = useState<Found>({ changes: [], next: '' })
  const [wanted, setWanted] = useState('')
  const [problem, setProblem] = useState('')
  const isLoading = found.next === wanted && problem === ''
  useEffect(() => {
    let isHere = true
    readBatch(id, wanted || undefined).then(
      ({ changes, next }) =>
        isHere &&
        setFound((now) => (now.next === wanted ? { changes: [...now.changes, ...changes], next } : now)),
      (error: unknown) => isHere && setProblem(sentenceOf(error)),
    )
    return () => {
      isHere = false
    }
  }, [id, wanted])
  return (
    <>
      <ul className="left-list">
        {found.changes.map((change, at) => (
          <li key={at}>
            {change.action === 'delete' ? change.name : <RecordLink {...change} />} {words[change.action]}
          </li>
        ))}
      </ul>
      {isLoading && <p aria-busy="true">Loading…</p>}
      {problem && (
        <p className="field-problem" role="alert">
          The records could not be loaded. {problem}. Close this and open it again.
        </p>
      )}
      {!isLoading && found.next && (
        <Button tone="quiet" onClick={() => setWanted(found.next!)}>
          More
        </Button>
      )}
    </>
  )
}

const RecordLink = ({ path, id, name }: Pick<BatchChange, 'path' | 'id' | 'name'>): ReactNode => (
  <Link to={`/records/${path}/${id}`}>{name}</Link>
)

/** What could not be put back, each with its reason. */
export function LeftRecords({ report, onClose }: { report: UndoReport; onClose: () => void }): ReactNode {
  const { undone, left, leftCount } = report
  return (
    <Dialog heading="Left as they are" onClose={onClose}>
      <div className="stack">
        <p>
          {undone} put back, {leftCount} left:
        </p>
        <ul className="left-list">
          {left.map((each) => (
            <li key={each.id}>
              <RecordLink {...each} />
              {after(each.name, each.because)}
            </li>
          ))}
          {leftCount > left.length && <li>and {leftCount - left.length} more</li>}
        </ul>
      </div>
    </Dialog>
  )
}

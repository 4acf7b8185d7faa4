import type { ReactNode } from 'react'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { useMay } from '../api/use-may.ts'
import { tryAgain, undo, type Entry } from './entries.ts'

const mostShown = 6

/** What became of the lines entered so far, the latest first, each with a way back. */
export function EntryLog({
  entries,
  onTakeUp,
}: {
  entries: readonly Entry[]
  onTakeUp: (entry: Entry) => void
}): ReactNode {
  const may = useMay()
  const saved = entries.filter(({ state }) => state === 'saved').length
  // What was not saved must not be pushed out of sight by what was.
  const open = entries.filter(({ state }) => state === 'refused' || state === 'unreachable')
  const shown = entries.filter((entry, at) => at < mostShown || open.includes(entry))
  return (
    <div className="entry-log">
      {saved > 1 && <p className="entry-count">{saved} saved here</p>}
      <ol aria-live="polite">
        {shown.map((entry) => (
          <li key={entry.id} className={`entry entry-${entry.state}`}>
            <span className="entry-words">
              {entry.state === 'saving' && `Saving ${entry.text}…`}
              {(entry.state === 'refused' || entry.state === 'unreachable') && (
                <b>Not saved: {entry.text}. </b>
              )}
              {entry.words}
            </span>
            {entry.state === 'saved' && may('delete', entry.line.entity.name) && (
              <button type="button" className="link" onClick={() => void undo(entry)}>
                Undo<span className="for-readers"> {nameRecord(entry.line.entity, entry.record!)}</span>
              </button>
            )}
            {entry.state === 'unreachable' && (
              <button type="button" className="link" onClick={() => void tryAgain(entry)}>
                Try again
              </button>
            )}
            {entry.state === 'refused' && (
              <button type="button" className="link" onClick={() => onTakeUp(entry)}>
                Mend it
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

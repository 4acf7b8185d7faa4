import type { ReactNode } from 'react'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { useMay } from '../api/use-may.ts'
import { retry, undo, type Entry } from './entries.ts'
import { t } from '#domain/messages/t.ts'

const maxShown = 6

/** The submitted lines with their results, newest first, each with Undo. */
export function EntryLog({
  entries,
  onFix,
}: {
  entries: readonly Entry[]
  onFix: (entry: Entry) => void
}): ReactNode {
  const may = useMay()
  const saved = entries.filter(({ state }) => state === 'saved').length
  // Unsaved lines stay visible however many are saved after them.
  const unsaved = entries.filter(({ state }) => state === 'refused' || state === 'unreachable')
  const visible = entries.filter((entry, at) => at < maxShown || unsaved.includes(entry))
  return (
    <div className="entry-log">
      {saved > 1 && <p className="entry-count">{saved} saved here</p>}
      <ol aria-live="polite">
        {visible.map((entry) => (
          <li key={entry.id} className={`entry entry-${entry.state}`}>
            <span className="entry-words">
              {entry.state === 'saving' && t('Saving {text}…', { text: entry.text })}
              {(entry.state === 'refused' || entry.state === 'unreachable') && (
                <b>Not saved: {entry.text}. </b>
              )}
              {entry.message}
            </span>
            {entry.state === 'saved' && may('delete', entry.line.entity.name) && (
              <button type="button" className="link" onClick={() => void undo(entry)}>
                Undo<span className="for-readers"> {nameRecord(entry.line.entity, entry.record!)}</span>
              </button>
            )}
            {entry.state === 'unreachable' && (
              <button type="button" className="link" onClick={() => void retry(entry)}>
                {t('Try again')}
              </button>
            )}
            {entry.state === 'refused' && (
              <button type="button" className="link" onClick={() => onFix(entry)}>
                {t('Fix')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

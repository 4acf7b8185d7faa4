import type { ReactNode } from 'react'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { useMay } from '../api/use-may.ts'
import { retry, undo, type Entry } from './entries.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

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
      {saved > 1 && <p className="entry-count">{t('{saved, number} saved here', { saved })}</p>}
      <ol aria-live="polite">
        {visible.map((entry) => (
          <li key={entry.id} className={`entry entry-${entry.state}`}>
            <span className="entry-words">
              {entry.state === 'saving' && t('Saving {text}…', { text: entry.text })}
              {(entry.state === 'refused' || entry.state === 'unreachable') && (
                <b>{t('Not saved: {text}.', { text: entry.text })} </b>
              )}
              {entry.message}
            </span>
            {entry.state === 'saved' && may('delete', entry.line.entity.name) && (
              <button type="button" className="link" onClick={() => void undo(entry)}>
                <RichText
                  message="Undo<record> {record}</record>"
                  values={{ record: nameRecord(entry.line.entity, entry.record!) }}
                  tags={{ record: (text) => <span className="for-readers">{text}</span> }}
                />
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

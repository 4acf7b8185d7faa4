import { useMemo, useState, type ReactNode, type SubmitEvent } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { readLine } from '#domain/one-line/parse-line.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { removeEntry, submitLine, useEntries, type Entry } from './entries.ts'
import { EntryLog } from './entry-log.tsx'
import './palette.css'
import { ParsedLinePanel } from './parsed-line-panel.tsx'
import { useParsedLine } from './use-parsed-line.ts'
import { t } from '#domain/messages/t.ts'

/** The line of the palette as a field of a page: one record each, saved with Enter. */
export function OneLineEntry(): ReactNode {
  const may = useMay()
  const entries = useEntries()
  const [text, setText] = useState('')
  const [hint, setHint] = useState('')
  const creatable = useMemo(
    () =>
      forms
        .filter((form) => form.entity !== 'contactMessage' && may('create', form.entity))
        .map((form) => entityNamed(form.entity)),
    [may],
  )
  const read = readLine(text, creatable, undefined)
  const line = read.kind === 'record' && !read.isBare ? read : null
  const { understood, isFresh, problem } = useParsedLine(line)
  const isBlocked = isFresh && understood !== null && understood.problems.length > 0

  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    if (!line) setHint(t('Begin with the kind of record, then its code and name: city PUN Pune in MH'))
    if (!line || isBlocked) return
    setText('')
    const isSaved = await submitLine(text, line)
    // A rejected line returns to the text field, unless the next line has been started.
    if (!isSaved && input?.value === '') setText(text)
  }
  const fix = (entry: Entry): void => {
    removeEntry(entry)
    setText(entry.text)
  }
  return (
    <div className="palette">
      <form className="palette-line" onSubmit={(event) => void save(event)}>
        <input
          className="control"
          type="text"
          aria-label={t('New record in one line')}
          aria-describedby="one-line-hint"
          placeholder="city PUN Pune in MH"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={2000}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setHint('')
          }}
        />
        <Button type="submit" tone="main">
          {t('Create')}
        </Button>
      </form>
      <output id="one-line-hint" className="palette-note">
        {hint}
      </output>
      {line && (
        <ParsedLinePanel entity={line.entity} understood={understood} isFresh={isFresh} problem={problem} />
      )}
      <EntryLog entries={entries} onFix={fix} />
    </div>
  )
}

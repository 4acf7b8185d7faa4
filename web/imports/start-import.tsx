import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { templateFile } from './imports-api.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import '../ui/upload.css'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { saveFile } from '../ui/save-file.ts'
import { acceptedTypes, fileToUpload, textToUpload } from './upload-file.ts'
import { countRows, formatSize } from './import-format.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useUpload, type UploadSource } from './use-upload.ts'
import { useSearchParams } from '../ui/use-search-params.ts'
import { t } from '#domain/messages/t.ts'

async function downloadTemplate({ path }: EntityLabels, kind: 'csv' | 'xlsx'): Promise<void> {
  try {
    const name = `${path}.${kind}`
    saveFile(name, await templateFile(name))
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not load the template'), detail: sentenceOf(error) })
  }
}

/** Not the name of a master: the master of each sheet is found by its name and headings. */
const recognised = '?'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=file]), textarea, select') !== null

/** Form for a new import: the master, and a file that is chosen or dropped, or rows pasted anywhere on the page. */
export function StartImport({ masters }: { masters: readonly EntityLabels[] }): ReactNode {
  const navigate = useNavigate()
  const search = useSearchParams()
  const requestedEntity = search.get('entity') ?? ''
  const [chosen, setChosen] = useState(
    () => masters.find(({ name, path }) => name === requestedEntity || path === requestedEntity)?.name ?? '',
  )
  const [source, setSource] = useState<UploadSource>()
  const [problems, setProblems] = useState<{ master?: string; rows?: string }>({})
  const [isDragOver, setDragOver] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  const master = useRef<HTMLSelectElement>(null)
  const upload = useUpload((job) => void navigate(`/imports/${job.id}`))
  const { state } = upload
  const entity = masters.find(({ name }) => name === chosen)
  const isRecognised = chosen === recognised
  const isIdle = state.name === 'idle'

  const readSource = (read: () => UploadSource): void => {
    if (!isIdle) return
    try {
      setSource(read())
      setProblems({})
      // Focus moves to the button, so that Ctrl+V and Enter start the import.
      setTimeout(() => submitButton.current?.focus({ preventScroll: true }))
    } catch (error) {
      setProblems({ rows: sentenceOf(error) })
    }
  }
  const chooseFiles = (files: FileList | undefined | null): void => {
    const [file, ...others] = files ?? []
    if (!file) return
    if (others.length > 0) setProblems({ rows: t('One file at a time: each file is checked separately') })
    else readSource(() => fileToUpload(file))
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData
    // Spreadsheets put a block on the clipboard as text and as a picture; only the text is used.
    const text = data?.getData('text/plain') ?? ''
    if (isTyping(event.target) || (!text.trim() && !data?.files.length)) return
    event.preventDefault()
    if (text.trim()) readSource(() => textToUpload(text))
    else chooseFiles(data?.files)
  })
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Without this the browser would navigate to the dropped file.
    event.preventDefault()
    setDragOver(event.type === 'dragover')
    if (event.type === 'drop') chooseFiles(event.dataTransfer.files)
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => onPaste(event)
    const drag = (event: DragEvent): void => onDrag(event)
    const moves = ['dragover', 'dragleave', 'drop'] as const
    document.addEventListener('paste', paste)
    for (const move of moves) document.addEventListener(move, drag)
    return () => {
      document.removeEventListener('paste', paste)
      for (const move of moves) document.removeEventListener(move, drag)
    }
  }, [])

  const submit = (): void => {
    if (!isIdle) return
    const missing = {
      ...(!entity && !isRecognised && { master: t('Choose what to import into') }),
      ...(!source && { rows: t('Choose a file, or copy rows in a spreadsheet and paste them here') }),
    }
    setProblems(missing)
    if (!entity && !isRecognised) master.current?.focus()
    if ((entity || isRecognised) && source) upload.send(entity?.name, source)
  }
  const uploadProblem = state.name === 'idle' ? state.problem : undefined
  return (
    <form
      className="card imports-start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2>{t('Import a file')}</h2>
      <Field label={t('Import into')} problem={problems.master}>
        {(attributes) => (
          <select
            {...attributes}
            ref={master}
            className="control"
            name="entity"
            value={chosen}
            disabled={!isIdle}
            onChange={(event) => {
              setChosen(event.target.value)
              setProblems({ ...problems, master: '' })
            }}
          >
            <option value="">{t('Choose…')}</option>
            <option value={recognised}>{t('Recognise from the file, one master per sheet')}</option>
            {masters.map(({ name, plural }) => (
              <option key={name} value={name}>
                {t(plural)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t('File')}
        hint={t(
          'CSV or XLSX, up to 50 MB and 2,00,000 rows. Choose it, drop it anywhere on this page, or copy rows in a spreadsheet and press Ctrl+V.',
        )}
        problem={problems.rows}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            className={isDragOver ? 'control control-file is-over' : 'control control-file'}
            accept={acceptedTypes}
            disabled={!isIdle}
            onChange={(event) => {
              chooseFiles(event.target.files)
              event.target.value = '' // so that the same file can be chosen again after it was fixed
            }}
          />
        )}
      </Field>
      <PasteBox
        isDisabled={!isIdle}
        // While the user is typing, focus stays in the box and no problem is shown.
        onTyped={(text) => setSource(text.trim().includes('\n') ? textToUpload(text) : undefined)}
      />
      {source && (
        <p className="imports-source">
          <strong>{source.name}</strong>,{' '}
          {source.rows === undefined ? formatSize(source.content.size) : countRows(source.rows)}
        </p>
      )}
      {state.name === 'sending' && (
        <ProgressBar label={t('Uploaded so far')} share={state.share}>
          {state.share < 1
            ? t('{percent} % uploaded', { percent: Math.floor(state.share * 100) })
            : t('Uploaded. Reading the file…')}
        </ProgressBar>
      )}
      <p className="field-problem" aria-live="polite">
        {uploadProblem}
        {state.name === 'waiting' &&
          t('{sentence}. The file is uploaded as soon as the server answers.', { sentence: state.sentence })}
      </p>
      <p className="form-actions">
        <Button type="submit" tone="main" ref={submitButton} busy={!isIdle}>
          {buttonLabel(entity, source, uploadProblem !== undefined)}
        </Button>
        {!isIdle && <Button onClick={upload.stop}>{t('Cancel')}</Button>}
        {isIdle && entity && (
          <>
            <Button onClick={() => void downloadTemplate(entity, 'xlsx')}>
              {t('Download a template for {plural}', { plural: labelInSentence(t(entity.plural)) })}
            </Button>
            <Button onClick={() => void downloadTemplate(entity, 'csv')}>{t('Download it as CSV')}</Button>
          </>
        )}
      </p>
    </form>
  )
}

function buttonLabel(
  entity: EntityLabels | undefined,
  source: UploadSource | undefined,
  isRetry: boolean,
): string {
  if (isRetry) return t('Try again')
  if (!entity || !source) return t('Continue')
  const plural = labelInSentence(t(entity.plural))
  return source.rows === undefined
    ? t('Continue with the file of {plural}', { plural })
    : t('Continue with {count, plural, one {# row} other {# rows}} of {plural}', {
        count: source.rows,
        plural,
      })
}

/** A text box to paste into, for phones without Ctrl+V. */
function PasteBox({
  isDisabled,
  onTyped,
}: Readonly<{ isDisabled: boolean; onTyped: (text: string) => void }>): ReactNode {
  return (
    <details className="imports-paste">
      <summary>{t('Or paste rows into a box')}</summary>
      <Field label={t('Rows pasted from a spreadsheet')} hint={t('The first line has the headings.')}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="control control-rows"
            name="rows"
            rows={5}
            spellCheck={false}
            disabled={isDisabled}
            onChange={(event) => onTyped(event.target.value)}
          />
        )}
      </Field>
    </details>
  )
}

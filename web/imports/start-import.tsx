import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { templateFile } from '../api/imports.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { saveFile } from '../ui/save-file.ts'
import { accepted, givenFile, givenText } from './given-file.ts'
import { counted, sizeInWords } from './import-words.ts'
import { ProgressBar } from './progress-bar.tsx'
import { useUpload, type Given } from './use-upload.ts'

async function giveTemplate({ path }: Entity, kind: 'csv' | 'xlsx'): Promise<void> {
  try {
    const name = `${path}.${kind}`
    saveFile(name, await templateFile(name))
  } catch (error) {
    notify({ tone: 'bad', text: 'The template could not be loaded', detail: sentenceOf(error) })
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=file]), textarea, select') !== null

/** The master, and its rows: a file that is chosen or dropped, or a block pasted anywhere on the page. */
export function StartImport({ masters }: { masters: readonly Entity[] }): ReactNode {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const asked = search.get('entity') ?? ''
  const [chosen, setChosen] = useState(
    () => masters.find(({ name, path }) => name === asked || path === asked)?.name ?? '',
  )
  const [given, setGiven] = useState<Given>()
  const [problems, setProblems] = useState<{ master?: string; rows?: string }>({})
  const [isOver, setOver] = useState(false)
  const go = useRef<HTMLButtonElement>(null)
  const master = useRef<HTMLSelectElement>(null)
  const upload = useUpload((job) => void navigate(`/imports/${job.id}`))
  const { state } = upload
  const entity = masters.find(({ name }) => name === chosen)
  const isIdle = state.name === 'idle'

  const take = (read: () => Given): void => {
    if (!isIdle) return
    try {
      setGiven(read())
      setProblems({})
      // The next thing to do: Ctrl+V, Enter.
      setTimeout(() => go.current?.focus({ preventScroll: true }))
    } catch (error) {
      setProblems({ rows: sentenceOf(error) })
    }
  }
  const takeFiles = (files: FileList | undefined | null): void => {
    const [file, ...others] = files ?? []
    if (!file) return
    if (others.length > 0) setProblems({ rows: 'One file at a time: each is rehearsed on its own' })
    else take(() => givenFile(file))
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData
    // A spreadsheet brings its block as text and as a picture; the picture is of no use here.
    const text = data?.getData('text/plain') ?? ''
    if (isTyping(event.target) || (!text.trim() && !data?.files.length)) return
    event.preventDefault()
    if (text.trim()) take(() => givenText(text))
    else takeFiles(data?.files)
  })
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Else the browser would leave the page and show the file.
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') takeFiles(event.dataTransfer.files)
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
      ...(!entity && { master: 'Choose what the rows are' }),
      ...(!given && { rows: 'Choose a file, or copy rows in a spreadsheet and paste them here' }),
    }
    setProblems(missing)
    if (!entity) master.current?.focus()
    if (entity && given) upload.send(entity.name, given)
  }
  const refusal = state.name === 'idle' ? state.problem : undefined
  return (
    <form
      className="card imports-start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h2>Import a file</h2>
      <Field label="What the rows are" problem={problems.master}>
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
            <option value="">Choose…</option>
            {masters.map(({ name, plural }) => (
              <option key={name} value={name}>
                {plural}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="The file"
        hint="CSV or XLSX, up to 50 MB and 2,00,000 rows. Choose it, drop it anywhere on this page, or copy rows in a spreadsheet and press Ctrl+V."
        problem={problems.rows}
      >
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            className={isOver ? 'control imports-file is-over' : 'control imports-file'}
            accept={accepted}
            disabled={!isIdle}
            onChange={(event) => {
              takeFiles(event.target.files)
              event.target.value = '' // the same file, mended, can be chosen again
            }}
          />
        )}
      </Field>
      <PasteBox
        isDisabled={!isIdle}
        // Whoever is still typing stays in the box, and is not told what is missing yet.
        onTyped={(text) => setGiven(text.trim().includes('\n') ? givenText(text) : undefined)}
      />
      {given && (
        <p className="imports-given">
          <strong>{given.name}</strong>,{' '}
          {given.rows === undefined ? sizeInWords(given.content.size) : counted(given.rows, 'row')}
        </p>
      )}
      {state.name === 'sending' && (
        <ProgressBar label="Sent so far" share={state.share}>
          {state.share < 1 ? `${Math.floor(state.share * 100)} % sent` : 'Sent. It is being read…'}
        </ProgressBar>
      )}
      <p className="field-problem" aria-live="polite">
        {refusal}
        {state.name === 'waiting' && `${state.sentence}. The file is kept and sent as soon as it answers.`}
      </p>
      <p className="form-actions">
        <Button type="submit" tone="main" ref={go} busy={!isIdle}>
          {buttonWords(entity, given, refusal !== undefined)}
        </Button>
        {!isIdle && <Button onClick={upload.stop}>Cancel</Button>}
        {isIdle && entity && (
          <>
            <Button onClick={() => void giveTemplate(entity, 'xlsx')}>
              Download a template for {inSentence(entity.plural)}
            </Button>
            <Button onClick={() => void giveTemplate(entity, 'csv')}>The same as CSV</Button>
          </>
        )}
      </p>
    </form>
  )
}

function buttonWords(entity: Entity | undefined, given: Given | undefined, isAgain: boolean): string {
  if (isAgain) return 'Try again'
  if (!entity || !given) return 'Go on'
  const what = given.rows === undefined ? 'the file' : counted(given.rows, 'row')
  return `Go on with ${what} of ${inSentence(entity.plural)}`
}

/** A phone has no Ctrl+V: whoever wants a place to paste into opens one. */
function PasteBox({
  isDisabled,
  onTyped,
}: Readonly<{ isDisabled: boolean; onTyped: (text: string) => void }>): ReactNode {
  return (
    <details className="imports-paste">
      <summary>Or paste into a box</summary>
      <Field label="Rows, pasted from a spreadsheet" hint="The first line has the headings.">
        {(attributes) => (
          <textarea
            {...attributes}
            className="control imports-rows"
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

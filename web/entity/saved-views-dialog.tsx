import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { SavedViewShown } from '#domain/views.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { deleteView, listViews, saveView } from '../api/saved-views.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/saved-views.css'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import type { SavedViewsProps } from './saved-views.tsx'

/** Where a page begins and what is being edited belong to the moment, not to the view. */
function lasting(query: string): string {
  const search = new URLSearchParams(query)
  for (const name of ['after', 'from', 'edit']) search.delete(name)
  return search.toString()
}

type Loaded = { views: readonly SavedViewShown[] } | { problem: string } | null

export function SavedViewsDialog(props: SavedViewsProps & { onClose: () => void }): ReactNode {
  const { screen, onClose } = props
  const query = lasting(props.query)
  const may = useMay()
  const [loaded, setLoaded] = useState<Loaded>(null)
  const leaving = useRef<AbortController>(null)
  const load = useCallback(() => {
    const controller = new AbortController()
    leaving.current = controller
    listViews(screen, controller.signal).then(
      (views) => setLoaded({ views }),
      (error: unknown) => controller.signal.aborted || setLoaded({ problem: sentenceOf(error) }),
    )
  }, [screen])
  useEffect(() => {
    load()
    return () => leaving.current?.abort()
  }, [load])

  const remove = async (view: SavedViewShown): Promise<void> => {
    notify(null)
    const restore = async (): Promise<void> => {
      try {
        await saveView({ screen, name: view.name, query: view.query, shared: view.shared })
        notify({ tone: 'good', text: `The view “${view.name}” is back` })
      } catch (error) {
        notify({ tone: 'bad', text: sentenceOf(error) })
      }
      load()
    }
    try {
      await deleteView(view)
      const action = { label: 'Undo', run: () => void restore() }
      notify({
        tone: 'good',
        text: `The view “${view.name}” is deleted`,
        ...(view.isOwn && { action }),
      })
    } catch (error) {
      notify({ tone: 'bad', text: `The view “${view.name}” is not deleted`, detail: sentenceOf(error) })
    }
    load()
  }
  return (
    <Dialog heading="Views" onClose={onClose}>
      <SaveForm screen={screen} query={query} onSaved={load} />
      {loaded === null && <p aria-busy="true">Loading…</p>}
      {loaded && 'problem' in loaded && (
        <p className="field-problem" role="alert">
          The views could not be loaded. {loaded.problem}.{' '}
          <button type="button" className="link" onClick={load}>
            Load them again
          </button>
        </p>
      )}
      {loaded && 'views' in loaded && loaded.views.length === 0 && (
        <p className="field-hint">No views yet. A view keeps the search and the filters under a name.</p>
      )}
      {loaded && 'views' in loaded && (
        <ul className="saved-views">
          {loaded.views.map((view) => (
            <li key={view.id}>
              <Link
                to={{ pathname: screen, search: view.query }}
                aria-current={view.query === query ? 'true' : undefined}
                onClick={onClose}
              >
                {view.name}
              </Link>
              <span className="saved-view-whose">{whose(view)}</span>
              {(view.isOwn || may('delete', 'savedViewOfOthers')) && (
                <button
                  type="button"
                  className="row-action row-action-danger"
                  aria-label={`Delete the view ${view.name}`}
                  onClick={() => void remove(view)}
                >
                  <Icon name="bin" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const whose = ({ isOwn, shared, by }: SavedViewShown): string => {
  if (isOwn) return shared ? 'shared' : ''
  return by === null ? 'shared' : `shared by ${by}`
}

interface SaveFormProps extends SavedViewsProps {
  onSaved: () => void
}

function SaveForm({ screen, query, onSaved }: SaveFormProps): ReactNode {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    if (name.trim() === '') return setProblem('Name is required')
    setBusy(true)
    try {
      const view = await saveView({ screen, name, query, shared })
      notify({ tone: 'good', text: `The view “${view.name}” is saved` })
      setName('')
      setShared(false)
      onSaved()
    } catch (error) {
      const beside = problemsByField(error)['name']
      setProblem(beside ?? '')
      if (!beside) notify({ tone: 'bad', text: 'The view is not saved', detail: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <form className="saved-view-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Save this view as" problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            className="control"
            name="name"
            autoComplete="off"
            maxLength={limits.name}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setProblem('')
            }}
          />
        )}
      </Field>
      <label className="choice">
        <input
          type="checkbox"
          name="shared"
          checked={shared}
          onChange={(event) => setShared(event.target.checked)}
        />
        Share with everyone
      </label>
      <Button type="submit" tone="main" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}

import { useState, type FormEvent, type ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { SavedViewEntry } from '#domain/api/saved-views.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { deleteView, listViews, saveView } from './saved-views-api.ts'
import { useMay } from '../api/use-may.ts'
import './saved-views.css'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { notify } from '../ui/notices.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

export interface SavedViewsProps {
  /** The path of the screen. */
  screen: string
  /** The current query string. */
  query: string
}

/** Removes the page and the record being edited, which are not part of a view. */
function withoutPosition(query: string): string {
  const search = new URLSearchParams(query)
  for (const name of ['after', 'from', 'edit']) search.delete(name)
  return search.toString()
}

export function SavedViewsDialog(props: SavedViewsProps & { onClose: () => void }): ReactNode {
  const { screen, onClose } = props
  const query = withoutPosition(props.query)
  const may = useMay()
  const { data: views, error, reload } = useQuery([screen], (signal) => listViews(screen, signal))

  const restoring = useSubmit({
    send: ({ name, query: saved, shared }: SavedViewEntry) =>
      saveView({ screen, name, query: saved, shared }),
    success: ({ name }) => t('The view “{name}” is restored', { name }),
    onSuccess: reload,
    onFailure: reload,
  })
  const removal = useSubmit({
    send: deleteView,
    success: (_, view) => ({
      text: t('The view “{name}” is deleted', { name: view.name }),
      ...(view.isOwn && { action: { label: t('Undo'), run: () => void restoring.submit(view) } }),
    }),
    failure: (error, { name }) => ({
      text: t('The view “{name}” was not deleted', { name }),
      detail: sentenceOf(error),
    }),
    onSuccess: reload,
    onFailure: reload,
  })
  return (
    <Dialog heading={t('Views')} onClose={onClose}>
      <SaveForm screen={screen} query={query} onSaved={() => void reload()} />
      {!views && !error && <p aria-busy="true">{t('Loading…')}</p>}
      {error && (
        <LoadError error={t('Could not load the views. {error}', { error })} onRetry={() => void reload()} />
      )}
      {!error && views?.length === 0 && (
        <p className="field-hint">
          {t('No views yet. A view saves the search and the filters under a name.')}
        </p>
      )}
      {!error && views && (
        <ul className="saved-views">
          {views.map((view) => (
            <li key={view.id}>
              <Link
                to={view.query ? `${screen}?${view.query}` : screen}
                aria-current={view.query === query ? 'true' : undefined}
                onClick={onClose}
              >
                {view.name}
              </Link>
              <span className="saved-view-owner">{ownerLabel(view)}</span>
              {(view.isOwn || may('delete', 'savedViewOfOthers')) && (
                <button
                  type="button"
                  className="row-action row-action-danger"
                  aria-label={t('Delete the view {name}', { name: view.name })}
                  aria-disabled={removal.isBusy || undefined}
                  onClick={() => void removal.submit(view)}
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

const ownerLabel = ({ isOwn, shared, by }: SavedViewEntry): string => {
  if (isOwn) return shared ? t('shared') : ''
  return by === null ? t('shared') : t('shared by {name}', { name: by })
}

interface SaveFormProps extends SavedViewsProps {
  onSaved: () => void
}

function SaveForm({ screen, query, onSaved }: SaveFormProps): ReactNode {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [problem, setProblem] = useState('')
  const { isBusy, submit } = useSubmit({
    send: saveView,
    success: (view) => t('The view “{name}” is saved', { name: view.name }),
    fields: ['name'],
    failure: (error, _, found) =>
      found.name ? null : { text: t('The view was not saved'), detail: sentenceOf(error) },
    onSuccess: () => {
      setName('')
      setShared(false)
      onSaved()
    },
    onFailure: (error) => setProblem(problemsByField<'name'>(error).name ?? ''),
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') return void submit({ screen, name, query, shared })
    notify(null)
    setProblem(t('Name is required'))
  }
  return (
    <form className="saved-view-form" noValidate onSubmit={onSubmit}>
      <Field label={t('Save this view as')} problem={problem}>
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
        {t('Share with everyone')}
      </label>
      <Button type="submit" tone="main" busy={isBusy}>
        {t('Save')}
      </Button>
    </form>
  )
}

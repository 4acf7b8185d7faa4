import { useState, type FormEvent, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { RewrittenReferences } from '#domain/api/changes/rename-merge.ts'
import { describeAffected } from '#domain/rename-merge.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { undoBatch } from '../changes/batches-api.ts'
import { clearOptionsCache } from '../api/options.ts'
import { rewriteReferences, type RenameMergeVerb } from './rename-merge-api.ts'
import './rename-merge.css'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit, type Problems } from '../ui/use-submit.ts'
import { runOnce } from '../ui/run-once.ts'
import { t } from '#domain/messages/t.ts'

/** Props of the rename, move and merge dialogs. */
export interface RenameMergeDialogProps {
  onClose: () => void
  /** Called with the record that remains; without one after an undo, when the user may be on another page. */
  onDone: (id?: string) => void
}

interface RenameMergeFormProps extends RenameMergeDialogProps {
  entity: Entity
  id: string
  verb: RenameMergeVerb
  /** The label of the button, such as "Rename". */
  label: string
  /** The request body; undefined while a value is missing. */
  body: Readonly<Record<string, unknown>> | undefined
  /** Renders the fields, each with its problem. */
  children: (problems: Problems) => ReactNode
}

/** The first submit is a dry run that shows what would change, the second one saves; a change of the fields starts over. */
export function RenameMergeForm(props: RenameMergeFormProps): ReactNode {
  const { entity, id, verb, label, body, children, onClose, onDone } = props
  const [preview, setPreview] = useState<{ bodyKey: string; what: RewrittenReferences } | null>(null)
  const [problem, setProblem] = useState<{ bodyKey: string; error: unknown } | null>(null)
  const bodyKey = JSON.stringify(body ?? null)
  const isPreviewed = preview !== null && preview.bodyKey === bodyKey
  const wrong = problem !== null && problem.bodyKey === bodyKey ? problem.error : undefined
  const byField = wrong ? problemsByField(wrong) : {}

  const { isBusy, submit } = useSubmit({
    send: (sent: NonNullable<typeof body>) => rewriteReferences(entity, id, verb, sent, !isPreviewed),
    failure: null,
    onSuccess: (what) => {
      setProblem(null)
      if (!what.batch) return setPreview({ bodyKey, what })
      clearOptionsCache()
      onClose()
      notifyDone(what, onDone)
      onDone(id)
    },
    onFailure: (error) => {
      setPreview(null)
      setProblem({ bodyKey, error })
    },
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (body) void submit(body)
    else notify(null)
  }
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {children(byField)}
      <div aria-live="polite">{isPreviewed && <Preview {...preview.what} />}</div>
      <DialogActions error={wrong !== undefined && sentenceOf(wrong)}>
        <Button type="submit" tone="main" busy={isBusy} disabled={!body} onClick={runOnce}>
          {isBusy ? t('One moment…') : isPreviewed ? label : t('Preview changes')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </DialogActions>
    </form>
  )
}

function Preview({ words, toBin }: RewrittenReferences): ReactNode {
  const bin = describeAffected(toBin)
  return (
    <div className="rename-merge-preview">
      <p>{words ? t('Also changes: {records}.', { records: words }) : t('Nothing else changes.')}</p>
      {bin && <p>{t('Moves to the bin: {records}.', { records: bin })}</p>}
      <p className="field-hint">{t('You can undo this in one step.')}</p>
    </div>
  )
}

/** Shows a notice with an undo. */
function notifyDone({ title, words, batch }: RewrittenReferences, onDone: () => void): void {
  const undo = async (): Promise<void> => {
    try {
      const { leftCount } = await undoBatch(batch!.id)
      const detail =
        leftCount > 0
          ? t(
              '{count, plural, one {# was changed since and was not undone} other {# were changed since and were not undone}}',
              { count: leftCount },
            )
          : undefined
      notify({ tone: 'good', text: t('Undone'), detail })
      onDone()
    } catch (error) {
      notify({ tone: 'bad', text: t('Could not undo it'), detail: sentenceOf(error) })
    }
  }
  notify({
    tone: 'good',
    text: title,
    detail: words ? t('Also changed: {records}', { records: words }) : undefined,
    action: { label: t('Undo'), run: () => void undo() },
    // After a merge or a rename the page navigates to another URL.
    crossesPages: true,
  })
}

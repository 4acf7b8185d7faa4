import { useState, type FormEvent, type ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { CommentView } from '#domain/api/records/comments.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { attemptOfDraft, saveDraft, readDraft } from '../api/drafts/drafts.ts'
import { renewKey, SavedBefore } from '../api/drafts/submit-once.ts'
import { addComment, commentsOn, editComment, removeComment } from '../api/records.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import './record-comments.css'
import { linksIn } from './links-in-text.ts'
import { RecordPart } from './record-part.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

/** Comments on the record, newest first. */
export function RecordComments({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const { data, error, reload } = useQuery([entity, record], (signal) => commentsOn(entity, record, signal))
  const draft = ['comment', record.id].join(' ')
  return (
    <RecordPart heading={t('Comments')} isLoading={!data} problem={error} onRetry={() => void reload()}>
      <CommentForm
        label={t('Comment')}
        action={t('Add comment')}
        draft={draft}
        send={({ body }, key) => addComment(entity, record, body, key)}
        onSaved={reload}
      />
      <ol className="comments">
        {data?.map((comment) => (
          <Comment key={comment.id} comment={comment} reload={reload} />
        ))}
      </ol>
    </RecordPart>
  )
}

function Comment({ comment, reload }: { comment: CommentView; reload: () => Promise<void> }): ReactNode {
  const { id, body, by, at, editedAt, isOwn } = comment
  const [isEditing, setEditing] = useState(false)
  const may = useMay()
  const removal = useSubmit({
    send: () => removeComment(id),
    success: () => t('The comment is deleted'),
    failure: t('The comment is not deleted'),
    onSuccess: reload,
    onFailure: reload,
  })
  return (
    <li>
      <p className="comment-head">
        <RichText
          message={
            editedAt
              ? '<strong>{name}</strong>, <moment></moment>, edited'
              : '<strong>{name}</strong>, <moment></moment>'
          }
          values={{ name: by }}
          tags={{ strong: (text) => <strong>{text}</strong>, moment: () => <Moment at={at} /> }}
        />
      </p>
      {isEditing ? (
        <CommentForm
          label={t('Change the comment')}
          action={t('Save')}
          initial={body}
          onCancel={() => setEditing(false)}
          send={(changed) => editComment(id, changed.body)}
          onSaved={() => {
            setEditing(false)
            return reload()
          }}
        />
      ) : (
        <>
          <p className="comment-body">
            {linksIn(body).map(({ text, href }, index) =>
              href ? (
                <a key={index} href={href} target="_blank" rel="noreferrer nofollow">
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </p>
          <p className="comment-actions">
            {isOwn && (
              <Button tone="quiet" aria-label={t('Edit the comment')} onClick={() => setEditing(true)}>
                {t('Edit')}
              </Button>
            )}
            {(isOwn || may('delete', 'commentOfOthers')) && (
              <Button
                tone="quiet"
                busy={removal.isBusy}
                aria-label={t('Delete the comment of {name}', { name: by })}
                onClick={() => void removal.submit(undefined)}
              >
                {t('Delete')}
              </Button>
            )}
          </p>
        </>
      )}
    </li>
  )
}

interface CommentFormProps {
  label: string
  action: string
  initial?: string
  /** Name of the draft, which survives a reload. */
  draft?: string
  send: (comment: { body: string }, idempotencyKey: string) => Promise<unknown>
  onSaved: () => Promise<void>
  onCancel?: () => void
}

function CommentForm({
  label,
  action,
  initial = '',
  draft,
  send,
  onSaved,
  onCancel,
}: CommentFormProps): ReactNode {
  const [body, setBody] = useState(() => String((draft && readDraft(draft)?.values['body']) ?? initial))
  const [problem, setProblem] = useState('')
  const { isBusy, submit } = useSubmit({
    send,
    ...(draft && { attempt: attemptOfDraft(draft) }),
    failure: null,
    onSuccess: async () => {
      await onSaved()
      type('')
    },
    onFailure: async (error) => {
      if (error instanceof SavedBefore && draft) {
        renewKey(attemptOfDraft(draft))
        await onSaved()
        setProblem(
          t(
            'Your first version of the comment was saved. Add this one as another comment, or edit the saved one',
          ),
        )
      } else setProblem(sentenceOf(error))
    },
  })
  const type = (text: string): void => {
    setBody(text)
    setProblem('')
    if (draft) saveDraft(draft, text ? { values: { body: text }, none: [] } : null)
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (body.trim()) void submit({ body })
    else setProblem(t('Enter a comment'))
  }
  return (
    <form className="comment-form" method="post" noValidate onSubmit={save}>
      <Field label={label} problem={problem || undefined}>
        {(attributes) => (
          <textarea
            {...attributes}
            className="control"
            rows={2}
            maxLength={4000}
            value={body}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  )
}

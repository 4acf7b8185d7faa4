import { useCallback, useState, type FormEvent, type ReactNode } from 'react'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { CommentShown } from '#domain/record-page.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { keepDraft, readDraft } from '../api/drafts.ts'
import { attemptOfDraft, renewKey, SavedBefore, submitOnce } from '../api/submit-once.ts'
import { addComment, commentsOn, editComment, removeComment } from '../api/records.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { linksIn } from './links-in-text.ts'
import { RecordPart } from './record-part.tsx'
import { useAnswer } from '../entity/use-answer.ts'

/** What people have to say about the record, the latest first. */
export function RecordComments({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const ask = useCallback(() => commentsOn(entity, record), [entity, record])
  const { answer, problem, reload } = useAnswer(ask)
  const draft = `comment ${record.id}`
  return (
    <RecordPart heading="Comments" isLoading={!answer} problem={problem} onRetry={() => void reload()}>
      <CommentForm
        label="Comment"
        action="Add comment"
        draft={draft}
        onSave={async (body) => {
          const send = (sent: { body: string }, key: string): Promise<unknown> =>
            addComment(entity, record, sent.body, key)
          const attempt = attemptOfDraft(draft)
          try {
            await submitOnce({ attempt, typed: body, body: () => ({ body }), send })
          } catch (error) {
            if (!(error instanceof SavedBefore)) throw error
            renewKey(attempt)
            await reload()
            throw new Error(
              'Your comment was saved as you first sent it. Add this one as another, or edit it',
              {
                cause: error,
              },
            )
          }
          await reload()
        }}
      />
      <ol className="comments">
        {answer?.map((comment) => (
          <Comment key={comment.id} comment={comment} reload={reload} />
        ))}
      </ol>
    </RecordPart>
  )
}

function Comment({ comment, reload }: { comment: CommentShown; reload: () => Promise<void> }): ReactNode {
  const { id, body, by, at, editedAt, isOwn } = comment
  const [isEditing, setEditing] = useState(false)
  const may = useMay()
  const remove = async (): Promise<void> => {
    try {
      await removeComment(id)
      notify({ tone: 'good', text: 'The comment is deleted' })
    } catch (error) {
      notify({ tone: 'bad', text: 'The comment is not deleted', detail: sentenceOf(error) })
    }
    await reload()
  }
  return (
    <li>
      <p className="comment-head">
        <strong>{by}</strong>, <Moment at={at} />
        {editedAt && ', edited'}
      </p>
      {isEditing ? (
        <CommentForm
          label="Change the comment"
          action="Save"
          given={body}
          onCancel={() => setEditing(false)}
          onSave={async (text) => {
            await editComment(id, text)
            setEditing(false)
            await reload()
          }}
        />
      ) : (
        <>
          <p className="comment-body">
            {linksIn(body).map(({ text, href }, place) =>
              href ? (
                <a key={place} href={href} target="_blank" rel="noreferrer nofollow">
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </p>
          <p className="comment-actions">
            {isOwn && (
              <Button tone="quiet" onClick={() => setEditing(true)}>
                Edit<span className="for-readers"> the comment</span>
              </Button>
            )}
            {(isOwn || may('delete', 'commentOfOthers')) && (
              <Button tone="quiet" onClick={() => void remove()}>
                Delete<span className="for-readers"> the comment of {by}</span>
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
  given?: string
  /** The name under which what is typed outlives a reload. */
  draft?: string
  onSave: (body: string) => Promise<void>
  onCancel?: () => void
}

function CommentForm({ label, action, given = '', draft, onSave, onCancel }: CommentFormProps): ReactNode {
  const [body, setBody] = useState(() => String((draft && readDraft(draft)?.values['body']) ?? given))
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const type = (text: string): void => {
    setBody(text)
    setProblem('')
    if (draft) keepDraft(draft, text ? { values: { body: text }, none: [] } : null)
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (!body.trim()) return setProblem('Write something first')
    setBusy(true)
    try {
      await onSave(body)
      type('')
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="comment-form" method="post" noValidate onSubmit={(event) => void save(event)}>
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
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  )
}

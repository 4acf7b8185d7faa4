import { useState, type FormEvent, type ReactNode } from 'react'
import type { RecordedGroup } from '#domain/api/visit-plans/group-visits.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { groupKinds } from '#domain/catalogue/entities/visit-choices.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { groupProblems } from '#domain/visit-plans/groups.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { request } from '../api/client.ts'
import { fetchOptions, type Options } from '../api/options.ts'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { ChosenList, type Chosen } from '../ui/chosen-list.tsx'

interface GroupDialogProps {
  today: string
  onClose: () => void
  onSaved: () => void
}

const optionsOf =
  (entity: 'customer' | 'employee', of: string) =>
  (q: string): Promise<Options> =>
    fetchOptions({ entity: labelsOf(entity), of, with: [], constraints: {}, q })

const undo = (groupId: string): Promise<unknown> =>
  request('POST', `/api/v1/group-visits/${encodeURIComponent(groupId)}/undo`, {})

const notifyFailure = (error: unknown): void =>
  notify({ tone: 'bad', text: t('The group visit was not undone'), detail: sentenceOf(error) })

const fields = ['Group_Title', 'customers', 'Visited_On', 'Attendees', 'Joined_By', 'Feedback'] as const

/** Records a meeting: one form, and a visit for each customer. */
export function GroupDialog({ today, onClose, onSaved }: GroupDialogProps): ReactNode {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<string>(groupKinds[0])
  const [day, setDay] = useState(formatDate(today))
  const [attendees, setAttendees] = useState('')
  const [customers, setCustomers] = useState<readonly Chosen[]>([])
  const [joined, setJoined] = useState<readonly Chosen[]>([])
  const [feedback, setFeedback] = useState('')
  const [keepsPlan, setKeepsPlan] = useState(false)
  const { isBusy, problems, submit, setProblems, clearProblems } = useSubmit({
    send: (body: object, key) =>
      request<RecordedGroup>('POST', '/api/v1/group-visits', { body, headers: { 'idempotency-key': key } }),
    fields,
    failure: t('The group visit was not recorded'),
    success: ({ Group_ID, visits }) => ({
      text: t('Recorded for {count, plural, one {# customer} other {# customers}}', { count: visits.length }),
      action: {
        label: t('Undo'),
        run: () => void undo(Group_ID).then(onSaved, notifyFailure),
      },
    }),
    onSuccess: onSaved,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const codes = customers.map(({ code }) => code)
    const [problem] = groupProblems(codes)
    const missingTitle =
      title.trim() === '' ? { Group_Title: t('{label} is required', { label: t('Group Title') }) } : {}
    if (problem || title.trim() === '')
      return setProblems({ ...missingTitle, ...(problem && { customers: problem.message }) })
    const body = {
      customers: codes,
      Group_Title: title.trim(),
      Group_Kind: kind,
      Visited_On: day,
      ...(attendees.trim() !== '' && { Attendees: attendees.trim() }),
      ...(joined.length > 0 && { Joined_By: joined.map(({ code }) => code) }),
      ...(feedback.trim() !== '' && { Feedback: feedback.trim() }),
      ...(keepsPlan && { Keeps_Plan: true }),
    }
    void submit(body, event.currentTarget)
  }
  return (
    <Dialog heading={t('Group visit')} width="wide" onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <p>{t('One meeting with several customers. It is on the timeline of each of them.')}</p>
        <Field label={t('Group Title')} problem={problems.Group_Title}>
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              name="Group_Title"
              required
              maxLength={200}
              value={title}
              onChange={(event) => {
                setTitle(event.target.value)
                clearProblems('Group_Title')
              }}
            />
          )}
        </Field>
        <Field label={t('Group Kind')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name="Group_Kind"
              value={kind}
              onChange={(event) => setKind(event.target.value)}
            >
              {groupKinds.map((each) => (
                <option key={each} value={each}>
                  {t(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('Visited On')} problem={problems.Visited_On}>
          {(attributes) => (
            <DateControl
              name="Visited_On"
              label={t('Visited On')}
              value={day}
              attributes={attributes}
              isRequired
              onType={(value) => {
                setDay(value)
                clearProblems('Visited_On')
              }}
            />
          )}
        </Field>
        <ChosenList
          name="customers"
          label={t('Customers')}
          isRequired
          problem={problems.customers}
          chosen={customers}
          load={optionsOf('customer', 'Customer_Code')}
          onChange={(chosen) => {
            setCustomers(chosen)
            clearProblems('customers')
          }}
        />
        <Field
          label={t('Attendees')}
          hint={t('How many people came, customers or not')}
          problem={problems.Attendees}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              name="Attendees"
              inputMode="numeric"
              value={attendees}
              onChange={(event) => {
                setAttendees(event.target.value)
                clearProblems()
              }}
            />
          )}
        </Field>
        <ChosenList
          name="Joined_By"
          label={t('Joined By')}
          hint={t('Other employees who took part')}
          problem={problems.Joined_By}
          chosen={joined}
          load={optionsOf('employee', 'employeeNumber')}
          onChange={(chosen) => {
            setJoined(chosen)
            clearProblems('Joined_By')
          }}
        />
        <Field label={t('Feedback')} problem={problems.Feedback}>
          {(attributes) => (
            <textarea
              {...attributes}
              className="control"
              name="Feedback"
              rows={3}
              value={feedback}
              onChange={(event) => {
                setFeedback(event.target.value)
                clearProblems()
              }}
            />
          )}
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={keepsPlan}
            onChange={(event) => setKeepsPlan(event.target.checked)}
          />{' '}
          {t('Keep the open plans of these customers')}
        </label>
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Record')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

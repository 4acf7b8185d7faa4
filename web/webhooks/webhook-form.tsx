import { useState, type FormEvent, type ReactNode } from 'react'
import type { NewWebhook, Webhook } from '#domain/api/integration/webhooks.ts'
import { Button } from '../ui/button.tsx'
import { CheckList } from '../ui/check-list.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { addWebhook, changeWebhook } from './webhooks-api.ts'
import { eventChoices, eventText } from './event-words.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { t } from '#domain/messages/t.ts'

interface WebhookFormProps {
  /** Undefined for a new one. */
  webhook?: Webhook | undefined
  onSaved: (saved: Webhook) => void
  onClose: () => void
}

/** Adds a webhook and shows its secret once, or changes one. */
export function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps): ReactNode {
  const [added, setAdded] = useState<NewWebhook | null>(null)
  if (added) return <WebhookSecret key="added" webhook={added} onClose={onClose} />
  return (
    <Dialog
      key="form"
      heading={webhook ? t('Edit {name}', { name: webhook.name }) : t('New webhook')}
      onClose={onClose}
    >
      <Form
        webhook={webhook}
        onSaved={(saved) => {
          onSaved(saved)
          if ('secret' in saved) setAdded(saved)
          else onClose()
        }}
      />
    </Dialog>
  )
}

interface FormProps {
  webhook: Webhook | undefined
  onSaved: (saved: Webhook | NewWebhook) => void
}

const all = '*'

function Form({ webhook, onSaved }: FormProps): ReactNode {
  const [values, setValues] = useState({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    isAll: webhook ? webhook.events.includes(all) : true,
    events: webhook?.events.filter((event) => event !== all) ?? [],
  })
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    send: (body: Parameters<typeof addWebhook>[0]): Promise<Webhook | NewWebhook> =>
      webhook ? changeWebhook(webhook, { ...body, version: webhook.version }) : addWebhook(body),
    failure: t('The webhook was not saved'),
    fields: ['name', 'url', 'events'],
    onSuccess: onSaved,
  })
  const set = (change: Partial<typeof values>): void => {
    setValues((now) => ({ ...now, ...change }))
    clearProblems()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { name, url, isAll, events } = values
    void submit(
      { name: name.trim(), url: url.trim(), events: isAll ? [all] : [...events] },
      event.currentTarget,
    )
  }
  return (
    <form className="webhook-form" noValidate onSubmit={onSubmit}>
      <Field label={t('Name')} problem={problems.name}>
        {(attributes) => (
          <input
            {...attributes}
            className="control"
            name="name"
            autoComplete="off"
            maxLength={100}
            required
            value={values.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('URL')}
        problem={problems.url}
        hint={t('The address of your program that accepts the events')}
      >
        {(attributes) => (
          <input
            {...attributes}
            className="control"
            type="url"
            name="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={2000}
            required
            value={values.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Events')} problem={problems.events}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="events"
            value={values.isAll ? 'all' : 'chosen'}
            onChange={(event) => set({ isAll: event.target.value === 'all' })}
          >
            <option value="all">{t('All events')}</option>
            <option value="chosen">{t('Chosen events')}</option>
          </select>
        )}
      </Field>
      {!values.isAll && (
        <fieldset className="webhook-events">
          <legend className="for-readers">{t('Chosen events')}</legend>
          <CheckList
            name="event"
            plural={t('events')}
            options={eventChoices}
            textOf={eventText}
            chosen={values.events}
            onChoose={(events) => set({ events: [...events] })}
          />
        </fieldset>
      )}
      <DialogActions>
        <Button type="submit" tone="main" busy={isBusy}>
          {webhook ? t('Save') : t('Add webhook')}
        </Button>
      </DialogActions>
    </form>
  )
}

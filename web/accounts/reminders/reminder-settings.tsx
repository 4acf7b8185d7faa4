import { useState, type FormEvent, type ReactNode } from 'react'
import type { ReminderChoices, ReminderSettings as Settings } from '#domain/api/reminders/notifications.ts'
import { request } from '../../api/client.ts'
import { readDocument } from '../../api/read.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { PushDevices } from './push-devices.tsx'
import './reminders.css'
import { t } from '#domain/messages/t.ts'

const path = '/api/v1/me/reminders'

const read = (signal: AbortSignal): Promise<Settings> =>
  readDocument<Settings>(path, { digest: true, quietFrom: '', quietTo: '' }, { signal })

/** Which reminders the person gets, where, and when not. */
export function ReminderSettings(): ReactNode {
  const { data, error, reload } = useQuery([], read)
  return (
    <section className="card stack reminder-settings" aria-labelledby="reminders">
      <h2 id="reminders">{t('Reminders')}</h2>
      {!data && !error && <Skeleton lines={4} />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {data && <SettingsForm settings={data} />}
      {data && <PushDevices />}
    </section>
  )
}

function SettingsForm({ settings }: { settings: Settings }): ReactNode {
  const { isMailOn, digestAt, isDefault: _, ...stored } = settings
  const [choices, setChoices] = useState<ReminderChoices>(stored)
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    send: (body: ReminderChoices) => request<Settings>('PUT', path, { body }),
    success: () => t('The reminders are saved'),
    failure: t('The reminders were not saved'),
    fields: ['quietFrom', 'quietTo'],
  })
  const change = (changed: Partial<ReminderChoices>): void => {
    clearProblems()
    setChoices((now) => ({ ...now, ...changed }))
  }
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void submit(choices, event.currentTarget)
  }
  const times = [
    ['quietFrom', t('Quiet from')],
    ['quietTo', t('Quiet to')],
  ] as const
  return (
    <form className="stack" noValidate onSubmit={save}>
      <Switch
        label={t('Morning digest')}
        hint={t('At {time} on working days: visits of today, plans without a result, what is due.', {
          time: digestAt,
        })}
        isOn={choices.digest}
        onChange={(digest) => change({ digest })}
      />
      <Switch
        label={t('E-mail')}
        hint={isMailOn ? undefined : t('This server does not send mail')}
        isOn={choices.email}
        onChange={(email) => change({ email })}
      />
      <Switch
        label={t('Push messages')}
        hint={t('On the devices below, until you log out there.')}
        isOn={choices.push}
        onChange={(push) => change({ push })}
      />
      <div className="quiet-hours">
        {times.map(([name, label]) => (
          <Field key={name} label={label} problem={problems[name]}>
            {(attributes) => (
              <input
                {...attributes}
                type="time"
                className="control"
                name={name}
                value={choices[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="field-hint">
        {t('Nothing is sent in the quiet hours. The same time twice means no quiet hours.')}
      </p>
      <p>
        <Button type="submit" busy={isBusy}>
          {t('Save')}
        </Button>
      </p>
    </form>
  )
}

interface SwitchProps {
  label: string
  hint?: string | undefined
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const Switch = ({ label, hint, isOn, onChange }: SwitchProps): ReactNode => (
  <label className="reminder-switch">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)

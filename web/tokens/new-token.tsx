import { useState, type FormEvent, type ReactNode } from 'react'
import type { NewApiToken } from '#domain/api/accounts/api-tokens.ts'
import { levels, type Level } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { addDays, parseDay, formatDate } from '#domain/dates/dates.ts'
import { isOneOf } from '#domain/input.ts'
import { createApiToken } from './tokens-api.ts'
import { fetchOptions } from '../api/options.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, type ControlAttributes } from '../ui/field.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { RoleField } from '../users/role-field.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const defaultDays = 90
const today = (): string => new Date().toISOString().slice(0, 10)
const isLevel = (sees: string): sees is Level => isOneOf(levels, sees)

interface NewTokenProps {
  roles: readonly RoleRow[]
  onCreated: () => void
  onClose: () => void
}

/** Creates a token and shows it once. */
export function NewToken({ roles, onCreated, onClose }: NewTokenProps): ReactNode {
  const [created, setCreated] = useState<NewApiToken | null>(null)
  return created ? (
    <Dialog key="made" heading={t('Token for {name}', { name: created.name })} onClose={onClose}>
      <TokenDisplay token={created.token} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog key="form" heading={t('New token')} onClose={onClose}>
      <TokenForm
        roles={roles}
        onCreated={(token) => {
          setCreated(token)
          onCreated()
        }}
      />
    </Dialog>
  )
}

interface TokenFormProps {
  roles: readonly RoleRow[]
  onCreated: (token: NewApiToken) => void
}

function TokenForm({ roles, onCreated }: TokenFormProps): ReactNode {
  const [values, setValues] = useState({
    name: '',
    role: 'VIEWER',
    sees: 'everything',
    places: '',
    expiresOn: formatDate(addDays(today(), defaultDays)),
  })
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    send: createApiToken,
    failure: t('The token was not created'),
    fields: ['name', 'role', 'places', 'expiresOn'],
    onSuccess: onCreated,
  })
  const set = (change: Partial<typeof values>): void => {
    setValues((now) => ({ ...now, ...change }))
    clearProblems()
  }
  const { sees } = values
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const places = isLevel(sees) ? [{ level: sees, code: values.places.trim() }] : ('everything' as const)
    const expiresOn = parseDay(values.expiresOn.trim()) ?? values.expiresOn
    void submit({ name: values.name.trim(), role: values.role, places, expiresOn }, event.currentTarget)
  }
  const pickPlace = (level: Level) => (attributes: ControlAttributes) => {
    const entity = entityNamed(level)
    return (
      <Combobox
        key={level}
        name="places"
        label={t(entity.singular)}
        value={values.places}
        attributes={attributes}
        load={(q) => fetchOptions({ entity, of: entity.key[0]!, with: [], constraints: {}, q })}
        onChoose={(places) => set({ places })}
      />
    )
  }
  return (
    <form className="token-form" noValidate onSubmit={onSubmit}>
      <Field
        label={t('Name')}
        problem={problems.name}
        hint={t('Changes made with the token are recorded under this name')}
      >
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
      <RoleField
        roles={roles}
        role={values.role}
        held={null}
        more={values.role === 'ADMIN' ? t('A token can never change accounts, rights or tokens.') : ''}
        problem={problems.role}
        onChange={(role) => set({ role })}
      />
      <Field label={t('Sees')}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="sees"
            value={sees}
            onChange={(event) => set({ sees: event.target.value, places: '' })}
          >
            <option value="everything">{t('Everything')}</option>
            {levels.map((level) => (
              <option key={level} value={level}>
                {t('One {level}', {
                  level: t(catalogue.find(({ name }) => name === level)!.singular).toLowerCase(),
                })}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isLevel(sees) && (
        <Field label={t(entityNamed(sees).singular)} problem={problems.places}>
          {pickPlace(sees)}
        </Field>
      )}
      <Field label={t('Last day')} problem={problems.expiresOn} hint={t('At most a year from now')}>
        {(attributes) => (
          <DateControl
            name="expiresOn"
            label={t('Last day')}
            value={values.expiresOn}
            onType={(expiresOn) => set({ expiresOn })}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      <DialogActions>
        <Button type="submit" tone="main" busy={isBusy}>
          {t('Create token')}
        </Button>
      </DialogActions>
    </form>
  )
}

const TokenDisplay = ({ token, onClose }: { token: string; onClose: () => void }): ReactNode => (
  <div className="token-form">
    <p>
      <RichText
        message="Copy the token into the settings of your program now: it is not shown again. Send it as <code>Authorization: Bearer …</code>; see the <link>API documentation</link>."
        tags={{ code: (text) => <code>{text}</code>, link: (text) => <a href="/api/docs">{text}</a> }}
      />
    </p>
    <SecretBox
      label={t('Token')}
      value={token}
      copied={t('Token copied')}
      notCopied={t('Could not copy. Copy the selected token yourself')}
    />
    <DialogActions>
      <Button onClick={onClose}>{t('Done')}</Button>
    </DialogActions>
  </div>
)

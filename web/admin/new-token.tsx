import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { NewApiToken } from '#domain/access/api-token.ts'
import { levels, type Level } from '#domain/access/rights.ts'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { addDays, parseDay, showDay } from '#domain/dates.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { makeApiToken } from '../api/api-tokens.ts'
import { fetchOptions } from '../api/options.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { copied } from '../ui/copied.ts'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, type ControlAttributes } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { RoleField } from './role-field.tsx'

const usualDays = 90
const today = (): string => new Date().toISOString().slice(0, 10)
const isLevel = (sees: string): sees is Level => (levels as readonly string[]).includes(sees)

interface NewTokenProps {
  roles: readonly RoleRow[]
  onMade: () => void
  onClose: () => void
}

/** Makes a token and shows it this once. */
export function NewToken({ roles, onMade, onClose }: NewTokenProps): ReactNode {
  const [made, setMade] = useState<NewApiToken | null>(null)
  return made ? (
    <Dialog key="made" heading={`Token for ${made.name}`} onClose={onClose}>
      <TokenOnce token={made.token} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog key="form" heading="New token" onClose={onClose}>
      <TokenForm
        roles={roles}
        onMade={(token) => {
          setMade(token)
          onMade()
        }}
      />
    </Dialog>
  )
}

interface TokenFormProps {
  roles: readonly RoleRow[]
  onMade: (token: NewApiToken) => void
}

function TokenForm({ roles, onMade }: TokenFormProps): ReactNode {
  const [values, setValues] = useState({
    name: '',
    role: 'VIEWER',
    sees: 'everything',
    places: '',
    expiresOn: showDay(addDays(today(), usualDays)),
  })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const set = (change: Partial<typeof values>): void => {
    setValues((now) => ({ ...now, ...change }))
    setProblems({})
  }
  const { sees } = values
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    notify(null)
    setBusy(true)
    try {
      const places = isLevel(sees) ? [{ level: sees, code: values.places.trim() }] : ('everything' as const)
      const expiresOn = parseDay(values.expiresOn.trim()) ?? values.expiresOn
      onMade(await makeApiToken({ name: values.name.trim(), role: values.role, places, expiresOn }))
    } catch (error) {
      const beside = problemsByField(error)
      setProblems(beside)
      setBusy(false)
      const isBeside = Object.keys(beside).length > 0
      notify({ tone: 'bad', text: 'No token is made', detail: isBeside ? undefined : sentenceOf(error) })
    }
  }
  const pickPlace = (level: Level) => (attributes: ControlAttributes) => {
    const entity = entityNamed(level)
    return (
      <Combobox
        key={level}
        name="places"
        label={entity.singular}
        value={values.places}
        attributes={attributes}
        load={(q) => fetchOptions({ entity, of: entity.key[0]!, with: [], constraints: {}, q })}
        onChoose={(places) => set({ places })}
      />
    )
  }
  return (
    <form className="token-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label="Name" problem={problems['name']} hint="What it changes stands under this name">
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
        more={values.role === 'ADMIN' ? 'A token never looks after accounts, rights or tokens.' : ''}
        problem={problems['role']}
        onChange={(role) => set({ role })}
      />
      <Field label="Sees">
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="sees"
            value={sees}
            onChange={(event) => set({ sees: event.target.value, places: '' })}
          >
            <option value="everything">Everything</option>
            {levels.map((level) => (
              <option key={level} value={level}>
                One {catalogue.find(({ name }) => name === level)!.singular.toLowerCase()}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isLevel(sees) && (
        <Field label={entityNamed(sees).singular} problem={problems['places']}>
          {pickPlace(sees)}
        </Field>
      )}
      <Field label="Last day" problem={problems['expiresOn']} hint="At most a year from now">
        {(attributes) => (
          <DateControl
            name="expiresOn"
            label="Last day"
            value={values.expiresOn}
            onType={(expiresOn) => set({ expiresOn })}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      <div className="form-actions">
        <Button type="submit" tone="main" busy={isBusy}>
          Make the token
        </Button>
      </div>
    </form>
  )
}

function TokenOnce({ token, onClose }: { token: string; onClose: () => void }): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const copy = async (): Promise<void> =>
    notify(
      (await copied(box.current, token))
        ? { tone: 'good', text: 'Token copied' }
        : { tone: 'bad', text: 'Your browser did not copy it. Copy the marked token yourself' },
    )
  return (
    <div className="token-form">
      <p>
        Put it into the settings of the program now: it is shown only this once. It is sent as{' '}
        <code>Authorization: Bearer …</code>; what can be asked with it stands on the{' '}
        <a href="/api/docs">page of the API</a>.
      </p>
      <div className="token-box">
        <input
          ref={box}
          className="control"
          aria-label="Token"
          readOnly
          value={token}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button tone="main" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <div className="form-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}

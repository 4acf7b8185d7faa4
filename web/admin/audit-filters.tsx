import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { auditSubjects, auditWords } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { addDays, parseDay, showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

const names = ['who', 'action', 'entity', 'field', 'record', 'since', 'until', 'address'] as const
type Name = (typeof names)[number]

const kinds = [
  ...catalogue.map(({ name, plural }) => [name, plural] as const),
  ...Object.entries(auditSubjects),
].toSorted(([, one], [, other]) => one.localeCompare(other))

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** What one mostly looks for was not long ago. */
const periods = [
  ['Today', 0],
  ['Last 7 days', 6],
  ['Last 30 days', 29],
] as const

const searchOf = (values: Readonly<Record<string, string>>): string => {
  const filled = names.flatMap((name) => (values[name]!.trim() ? [[name, values[name]!.trim()]] : []))
  return `?${new URLSearchParams(filled).toString()}`
}

const isWide = (): boolean => matchMedia('(width >= 48rem)').matches

const valuesIn = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))

/** What the list is narrowed down by stands in the address: it can be kept, sent and gone back to. */
export function AuditFilters({ children }: { children: ReactNode }): ReactNode {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const may = useMay()
  const [values, setValues] = useState(() => valuesIn(search))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [shown, setShown] = useState(search)
  const [today] = useState(() => wallClock(new Date(), timeZone).day)
  const more = useRef<HTMLDetailsElement>(null)
  // Somebody went back, or showed everything: what is asked for stands in the fields, and the focus stays where it is.
  if (shown.toString() !== search.toString()) {
    setShown(search)
    setValues(valuesIn(search))
    setProblems({})
  }
  const type = (name: Name, value: string): void => {
    // A field is one of what it is about.
    setValues((now) => ({ ...now, ...(name === 'entity' && { field: '' }), [name]: value }))
    setProblems((now) => ({ ...now, [name]: '' }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = (['since', 'until'] as const).filter(
      (name) => values[name] && !parseDay(values[name].trim()),
    )
    const found = wrong.map((name) => [name, 'This is not a day: dd/mm/yyyy'])
    // A code says which record only together with what it is.
    if (values['record']!.trim() && !values['entity']) found.push(['entity', 'Choose what it is'])
    setProblems(Object.fromEntries(found))
    if (found.length > 0) return
    void navigate(searchOf(values))
    if (isWide()) return
    more.current!.open = false
    more.current!.querySelector('summary')!.focus()
  }
  const box = (name: Name, label: string, hint?: string): ReactNode => (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          className="control"
          name={name}
          autoComplete="off"
          maxLength={200}
          value={values[name]}
          onChange={(event) => type(name, event.target.value)}
        />
      )}
    </Field>
  )
  const choice = (
    name: Name,
    label: string,
    options: readonly (readonly [string, string])[],
    all = 'Everything',
  ): ReactNode => (
    <Field label={label} problem={problems[name]}>
      {(attributes) => (
        <select
          {...attributes}
          className="control"
          name={name}
          value={values[name]}
          onChange={(event) => type(name, event.target.value)}
        >
          <option value="">{all}</option>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  const day = (name: Name, label: string): ReactNode => (
    <Field label={label} problem={problems[name]}>
      {(attributes) => (
        <DateControl
          name={name}
          label={label}
          value={values[name]!}
          onType={(value) => type(name, value)}
          attributes={attributes}
          isRequired={false}
        />
      )}
    </Field>
  )
  const about = catalogue.find(({ name }) => name === values['entity'])
  // By what one does not see, nothing is found.
  const fields = Object.entries(about && may('read', about.name) ? about.fields : {}).filter(
    ([, { sensitive }]) => !sensitive || may('export', about!.name),
  )
  const inForce = names.filter((name) => search.has(name)).length
  return (
    <search>
      <form noValidate onSubmit={submit}>
        {/* On a phone it would push what was done off the screen. */}
        <details ref={more} className="audit-more" open={isWide()}>
          <summary>
            <Icon name="filter" /> Filter{inForce > 0 && ` (${inForce})`}
          </summary>
          <div className="audit-filters">
            {box('who', 'Who')}
            {choice('action', 'What', Object.entries(auditWords))}
            {choice('entity', 'About', kinds)}
            {fields.length > 0 &&
              choice(
                'field',
                'Which value changed',
                fields.map(([name, { label }]) => [name, label]),
                'Any',
              )}
            {box('record', 'Which one', 'Its code; of an account, the e-mail.')}
            {day('since', 'From day')}
            {day('until', 'To day')}
            {box('address', 'From where', 'The address, such as 10.0.0.7.')}
          </div>
        </details>
        <div className="audit-actions">
          <Button type="submit" tone="main">
            Show
          </Button>
          {children}
          {periods.map(([words, days]) => {
            const since = showDay(addDays(today, -days))
            return (
              <Link key={words} to={searchOf({ ...values, since, until: '' })}>
                {words}
              </Link>
            )
          })}
          {inForce > 0 && <Link to="?">Show everything</Link>}
        </div>
      </form>
    </search>
  )
}

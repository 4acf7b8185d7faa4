import { useState, type FormEvent, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { auditSubjects, auditWords } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { parseDay } from '#domain/dates.ts'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'

const names = ['who', 'action', 'entity', 'record', 'since', 'until', 'address'] as const
type Name = (typeof names)[number]

const kinds = [
  ...catalogue.map(({ name, plural }) => [name, plural] as const),
  ...Object.entries(auditSubjects),
].toSorted(([, one], [, other]) => one.localeCompare(other))

/** What the list is narrowed down by stands in the address: it can be kept, sent and gone back to. */
export function AuditFilters({ children }: { children: ReactNode }): ReactNode {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])),
  )
  const [problems, setProblems] = useState<Record<string, string>>({})
  const type = (name: Name, value: string): void => {
    setValues((now) => ({ ...now, [name]: value }))
    setProblems((now) => ({ ...now, [name]: '' }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = (['since', 'until'] as const).filter(
      (name) => values[name] && !parseDay(values[name].trim()),
    )
    setProblems(Object.fromEntries(wrong.map((name) => [name, 'This is not a day: dd/mm/yyyy'])))
    if (wrong.length > 0) return
    const filled = names.flatMap((name) => (values[name]!.trim() ? [[name, values[name]!.trim()]] : []))
    void navigate(`?${new URLSearchParams(filled).toString()}`)
  }
  const box = (name: Name, label: string): ReactNode => (
    <Field label={label}>
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
  const choice = (name: Name, label: string, options: readonly (readonly [string, string])[]): ReactNode => (
    <Field label={label}>
      {(attributes) => (
        <select
          {...attributes}
          className="control"
          name={name}
          value={values[name]}
          onChange={(event) => type(name, event.target.value)}
        >
          <option value="">Everything</option>
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
  return (
    <search>
      <form className="audit-filters" noValidate onSubmit={submit}>
        {box('who', 'Who')}
        {choice('action', 'What', Object.entries(auditWords))}
        {choice('entity', 'About', kinds)}
        {box('record', 'Record')}
        {day('since', 'From day')}
        {day('until', 'To day')}
        {box('address', 'Address')}
        <div className="audit-actions">
          <Button type="submit" tone="main">
            Show
          </Button>
          {children}
          {names.some((name) => search.has(name)) && <Link to="?">Show everything</Link>}
        </div>
      </form>
    </search>
  )
}

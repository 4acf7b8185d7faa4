import { Suspense, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { auditSubjects, auditWords } from '#domain/audit.ts'
import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import { addDays, parseDay, formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import '../ui/filters.css'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { FilterSelect } from './filter-select.tsx'
import { t } from '#domain/messages/t.ts'

const ChangedField = deferredPart(async () => (await import('./changed-field.tsx')).ChangedField)

const names = ['who', 'action', 'entity', 'field', 'record', 'since', 'until', 'address'] as const
type Name = (typeof names)[number]
type Values = Readonly<Record<Name, string>>

const kinds = [
  ...entityLabels.map(({ name, plural }) => [name, plural] as const),
  ...Object.entries(auditSubjects),
]

const sortedKinds = (): (readonly [string, string])[] =>
  kinds.toSorted(([, one], [, other]) => t(one).localeCompare(t(other)))

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

/** Shortcuts for recent periods; the number is the days before today. */
const periods = (): (readonly [string, number])[] => [
  [t('Today'), 0],
  [t('Last 7 days'), 6],
  [t('Last 30 days'), 29],
]

const searchOf = (values: Values): string => {
  const filled = names.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : []))
  return `?${new URLSearchParams(filled).toString()}`
}

const isWide = (): boolean => !matchMedia('(width < 44rem)').matches

const blank: Values = {
  who: '',
  action: '',
  entity: '',
  field: '',
  record: '',
  since: '',
  until: '',
  address: '',
}

const valuesIn = (search: URLSearchParams): Values => ({
  ...blank,
  ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])),
})

/** The filters are in the URL, so that a filtered list can be bookmarked, shared and reached with Back. */
export function AuditFilters({ children }: { children: ReactNode }): ReactNode {
  const search = useSearchParams()
  const navigate = useNavigate()
  const [values, setValues] = useState(() => valuesIn(search))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [shown, setShown] = useState(search)
  const [today] = useState(() => wallClock(new Date(), timeZone).day)
  const more = useRef<HTMLDetailsElement>(null)
  // After Back or "Show everything" the fields follow the URL, without losing the focus.
  if (shown.toString() !== search.toString()) {
    setShown(search)
    setValues(valuesIn(search))
    setProblems({})
  }
  const type = (name: Name, value: string): void => {
    // A field belongs to an entity, so a change of entity resets it.
    setValues((now) => ({ ...now, ...(name === 'entity' && { field: '' }), [name]: value }))
    setProblems((now) => ({ ...now, [name]: '' }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = (['since', 'until'] as const).filter(
      (name) => values[name] && !parseDay(values[name].trim()),
    )
    const found = wrong.map((name) => [name, t('Enter a date as dd/mm/yyyy')])
    // A code identifies a record only together with its entity.
    if (values.record.trim() && !values.entity) found.push(['entity', t('Choose what the code belongs to')])
    setProblems(Object.fromEntries(found))
    if (found.length > 0) return
    void navigate(searchOf(values))
    if (isWide()) return
    more.current!.open = false
    more.current!.querySelector('summary')!.focus()
  }
  const textField = (name: Name, label: string, hint?: string): ReactNode => (
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
  const selectField = (
    name: Name,
    label: string,
    options: readonly (readonly [string, string])[],
  ): ReactNode => (
    <FilterSelect
      name={name}
      label={label}
      options={options}
      all={t('Everything')}
      value={values[name]}
      problem={problems[name]}
      onChange={(value) => type(name, value)}
    />
  )
  const day = (name: Name, label: string): ReactNode => (
    <Field label={label} problem={problems[name]}>
      {(attributes) => (
        <DateControl
          name={name}
          label={label}
          value={values[name]}
          onType={(value) => type(name, value)}
          attributes={attributes}
          isRequired={false}
        />
      )}
    </Field>
  )
  const activeFilters = names.filter((name) => search.has(name)).length
  return (
    <search>
      <form noValidate onSubmit={submit}>
        {/* Closed on a phone, where it would push the list off the screen. */}
        <details ref={more} className="filter-more audit-more" open={isWide()}>
          <summary>
            <Icon name="filter" /> {t('Filter')}{' '}
            {activeFilters > 0 && <span className="list-count">{activeFilters}</span>}
          </summary>
          <div className="list-filters">
            {textField('who', t('Who'))}
            {selectField('action', t('What'), Object.entries(auditWords))}
            {selectField('entity', t('Subject'), sortedKinds())}
            {values.entity && (
              <Suspense>
                <ChangedField
                  entity={values.entity}
                  value={values.field}
                  onChange={(value) => type('field', value)}
                />
              </Suspense>
            )}
            {textField('record', t('Code'), t('Of an account, the e-mail address.'))}
            {day('since', t('From date'))}
            {day('until', t('To date'))}
            {textField('address', t('IP address'), t('Such as 10.0.0.7.'))}
          </div>
        </details>
        <div className="audit-actions">
          <Button type="submit" tone="main">
            {t('Show')}
          </Button>
          {children}
          {periods().map(([words, days]) => {
            const since = formatDate(addDays(today, -days))
            return (
              <Link key={words} to={searchOf({ ...values, since, until: '' })}>
                {words}
              </Link>
            )
          })}
          {activeFilters > 0 && <Link to="?">{t('Show everything')}</Link>}
        </div>
      </form>
    </search>
  )
}

import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { parseDay, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { LoggedVisit } from '#domain/api/visits/dashboard.ts'
import { fetchOptions } from '../api/options.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import '../ui/chips.css'
import '../ui/filters.css'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** Filters of the URL and their labels. */
const filterLabels = (): Readonly<Record<string, string>> => ({
  Status: t('Status'),
  'Visited_On.from': t('Visited from'),
  'Visited_On.to': t('Visited until'),
  'Planned_At.from': t('Planned from'),
  'Planned_At.to': t('Planned until'),
  Assigned_To: t('Assigned to'),
  New_Recommended_Crops: t('Crop'),
  Season_Recommendation: t('Season'),
  Contact_Mode: t('How'),
  Customer_Code: t('Customer'),
  ...Object.fromEntries(territoryLevels.map(({ field, words }) => [field, t(words)])),
})

export const isFilter = (name: string): boolean => Object.hasOwn(filterLabels(), name)

const statusLabels = (): Record<LoggedVisit['Status'], string> => ({
  planned: t('Planned'),
  visited: t('Visited'),
  missed: t('Missed'),
  cancelled: t('Cancelled'),
  unassigned: t('Unassigned'),
})

const comboboxFilters = [
  ['Assigned_To', 'employee', 'employeeNumber'],
  ['New_Recommended_Crops', 'crop', 'Crop_Name'],
  ['Season_Recommendation', 'season', 'Season_Name'],
] as const

export function VisitFilters({ clock }: { clock: FirmClock }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const set = (name: string, value: string | null): void =>
    void navigate(changed({ [name]: value }), { preventScrollReset: true })
  const status = search.get('Status')
  return (
    <>
      <nav className="filter-links" aria-label={t('Which visits')}>
        <Link to={changed({ Status: null })} aria-current={status === null || undefined} preventScrollReset>
          {t('All')}
        </Link>
        {Object.entries(statusLabels()).map(([each, label]) => (
          <Link
            key={each}
            to={changed({ Status: each })}
            aria-current={status === each || undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      <details className="filter-more">
        <summary>
          <Icon name="filter" /> {t('Filter')}
        </summary>
        <div className="list-filters">
          <DayFilter name="Visited_On.from" set={set} />
          <DayFilter name="Visited_On.to" set={set} />
          {comboboxFilters.map(([name, entity, of]) => (
            <Field key={name} label={filterLabels()[name]!}>
              {(attributes) => (
                <Combobox
                  name={`only ${name}`}
                  label={filterLabels()[name]!}
                  value={search.get(name) ?? ''}
                  attributes={attributes}
                  load={(q) =>
                    fetchOptions({
                      entity: labelsOf(entity),
                      of,
                      with: [],
                      constraints: { retired: 'true' },
                      q,
                    })
                  }
                  onChoose={(value) => set(name, value || null)}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
      <ActiveFilters set={set} clock={clock} />
    </>
  )
}

interface FilterSetter {
  set: (name: string, value: string | null) => void
}

/** Goes into the URL once it is a valid day. */
function DayFilter({ name, set }: { name: string } & FilterSetter): ReactNode {
  const { search } = useListLinks()
  const day = search.get(name)
  const [typed, setTyped] = useState<string | null>(null)
  const label = filterLabels()[name]!
  return (
    <Field label={label}>
      {(attributes) => (
        <DateControl
          name={`only ${name}`}
          label={label}
          value={typed ?? (day ? formatDate(day) : '')}
          attributes={attributes}
          isRequired={false}
          onType={(text) => {
            const read = parseDay(text.trim())
            const isDone = text.trim() === '' || read !== undefined
            setTyped(isDone ? null : text)
            if (isDone && (read ?? null) !== day) set(name, read ?? null)
          }}
        />
      )}
    </Field>
  )
}

function ActiveFilters({ set, clock }: FilterSetter & { clock: FirmClock }): ReactNode {
  const { search } = useListLinks()
  const names = [...new Set(search.keys())].filter((name) => isFilter(name) && name !== 'Status')
  if (names.length === 0) return null
  return (
    <ul className="chips" aria-label={t('Active filters')}>
      {names.map((name) => {
        const values = search
          .getAll(name)
          .map((value) => formatValue(value, clock))
          .reduce((one, other) => t('{one} or {other}', { one, other }))
        const label = `${filterLabels()[name]}: ${values}`
        return (
          <li key={name} className="chip">
            {label}
            <button
              type="button"
              aria-label={t('Remove filter {label}', { label })}
              onClick={() => set(name, null)}
            >
              <Icon name="close" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Formats days; a timestamp becomes its day in the firm's time zone. */
function formatValue(value: string, { timeZone }: FirmClock): string {
  if (value === '') return t('not set')
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return value
  const moment = value.includes('T') ? new Date(value) : null
  if (moment && !Number.isNaN(moment.getTime())) return formatDate(dayIn(moment, timeZone))
  const day = parseDay(value)
  return day ? formatDate(day) : value
}

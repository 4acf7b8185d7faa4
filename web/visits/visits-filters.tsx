import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { parseDay, formatDate } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { capitalised } from '#domain/visits/working-days.ts'
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
const filters: Readonly<Record<string, string>> = {
  Status: 'Status',
  'Visited_On.from': 'Visited from',
  'Visited_On.to': 'Visited until',
  'Planned_At.from': 'Planned from',
  'Planned_At.to': 'Planned until',
  Assigned_To: 'Assigned to',
  New_Recommended_Crops: 'Crop',
  Season_Recommendation: 'Season',
  Contact_Mode: 'How',
  Customer_Code: 'Customer',
  ...Object.fromEntries(territoryLevels.map(({ field, words }) => [field, words])),
}

export const isFilter = (name: string): boolean => Object.hasOwn(filters, name)

const statuses = ['planned', 'visited', 'missed', 'cancelled', 'unassigned']

const comboboxFilters = [
  ['Assigned_To', 'Assigned to', 'employee', 'employeeNumber'],
  ['New_Recommended_Crops', 'Crop', 'crop', 'Crop_Name'],
  ['Season_Recommendation', 'Season', 'season', 'Season_Name'],
] as const

export function VisitFilters({ clock }: { clock: FirmClock }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const set = (name: string, value: string | null): void =>
    void navigate(changed({ [name]: value }), { preventScrollReset: true })
  const status = search.get(t('Status'))
  return (
    <>
      <nav className="filter-links" aria-label={t('Which visits')}>
        <Link to={changed({ Status: null })} aria-current={status === null || undefined} preventScrollReset>
          {t('All')}
        </Link>
        {statuses.map((each) => (
          <Link
            key={each}
            to={changed({ Status: each })}
            aria-current={status === each || undefined}
            preventScrollReset
          >
            {capitalised(each)}
          </Link>
        ))}
      </nav>
      <details className="filter-more">
        <summary>
          <Icon name="filter" /> Filter
        </summary>
        <div className="list-filters">
          <DayFilter name="Visited_On.from" set={set} />
          <DayFilter name="Visited_On.to" set={set} />
          {comboboxFilters.map(([name, label, entity, of]) => (
            <Field key={name} label={label}>
              {(attributes) => (
                <Combobox
                  name={`only ${name}`}
                  label={label}
                  value={search.get(name) ?? ''}
                  attributes={attributes}
                  load={(q) =>
                    fetchOptions({ entity: entityNamed(entity), of, with: [], constraints: {}, q })
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
  const label = filters[name]!
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
        const label = `${filters[name]}: ${search
          .getAll(name)
          .map((value) => formatValue(value, clock))
          .join(' or ')}`
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
  if (value === '') return 'not set'
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return value
  const moment = value.includes('T') ? new Date(value) : null
  if (moment && !Number.isNaN(moment.getTime())) return formatDate(dayIn(moment, timeZone))
  const day = parseDay(value)
  return day ? formatDate(day) : value
}

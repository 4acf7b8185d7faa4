import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { parseDay, showDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { territoryLevels } from '#domain/visits/glance.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import { fetchOptions } from '../api/options.ts'
import { useListLinks } from '../entity/list-links.ts'
import '../styles/chips.css'
import '../styles/filters.css'
import { Combobox } from '../ui/combobox.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** What the address may ask for, and what it is called here. */
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

const searched = [
  ['Assigned_To', 'Assigned to', 'employee', 'employeeNumber'],
  ['New_Recommended_Crops', 'Crop', 'crop', 'Crop_Name'],
  ['Season_Recommendation', 'Season', 'season', 'Season_Name'],
] as const

export function VisitFilters({ clock }: { clock: FirmClock }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const set = (name: string, value: string | null): void =>
    void navigate(changed({ [name]: value }), { preventScrollReset: true })
  const status = search.get('Status')
  return (
    <div className="visits-filters">
      <nav className="visits-statuses" aria-label="Which visits">
        <Link to={changed({ Status: null })} aria-current={status === null || undefined} preventScrollReset>
          All
        </Link>
        {statuses.map((each) => (
          <Link
            key={each}
            to={changed({ Status: each })}
            aria-current={status === each || undefined}
            preventScrollReset
          >
            {each}
          </Link>
        ))}
      </nav>
      <details className="visits-more">
        <summary>
          <Icon name="filter" /> Filter
        </summary>
        <div className="list-filters">
          <DayFilter name="Visited_On.from" set={set} />
          <DayFilter name="Visited_On.to" set={set} />
          {searched.map(([name, label, entity, of]) => (
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
      <InForce set={set} clock={clock} />
    </div>
  )
}

interface Setting {
  set: (name: string, value: string | null) => void
}

/** In the address once it is a day. */
function DayFilter({ name, set }: { name: string } & Setting): ReactNode {
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
          value={typed ?? (day ? showDay(day) : '')}
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

function InForce({ set, clock }: Setting & { clock: FirmClock }): ReactNode {
  const { search } = useListLinks()
  const names = [...new Set(search.keys())].filter((name) => isFilter(name) && name !== 'Status')
  if (names.length === 0) return null
  return (
    <ul className="chips" aria-label="Filters in force">
      {names.map((name) => {
        const words = `${filters[name]}: ${search
          .getAll(name)
          .map((value) => inWords(value, clock))
          .join(' or ')}`
        return (
          <li key={name} className="chip">
            {words}
            <button type="button" aria-label={`No longer only ${words}`} onClick={() => set(name, null)}>
              <Icon name="close" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Days as a person writes them; of a moment its day where the firm is. */
function inWords(value: string, { timeZone }: FirmClock): string {
  if (value === '') return 'not said'
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return value
  const moment = value.includes('T') ? new Date(value) : null
  if (moment && !Number.isNaN(moment.getTime())) return showDay(dayIn(moment, timeZone))
  const day = parseDay(value)
  return day ? showDay(day) : value
}

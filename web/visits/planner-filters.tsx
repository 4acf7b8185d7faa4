import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { balanceStates } from '#domain/visits/plans.ts'
import { questionOf } from '../entity/cascade.ts'
import { useListLinks } from '../entity/list-links.ts'
import { fetchOptions } from '../api/options.ts'
import '../styles/filters.css'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { findEmployees } from './find-employees.ts'
import { balanceIn, balanceWords, nobody, territory } from './planner-link.ts'

type Level = keyof typeof territory
const levels = Object.keys(territory) as Level[]

const nobodyChoice = { value: 'Nobody', title: 'looked after by nobody', facts: [] }

/** Territory, each level narrowing the next, then employee and balance. All of it is in the address. */
export function PlannerFilters(): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const go = (change: Readonly<Record<string, string | null>>): void =>
    void navigate(changed(change), { preventScrollReset: true })
  const values = Object.fromEntries(levels.map((level) => [level, search.get(level) ?? '']))
  const choose = (level: Level, value: string): void => {
    // Another zone has other states; whoever takes the zone away still means the state.
    const below = value ? levels.slice(levels.indexOf(level) + 1) : []
    go({ ...Object.fromEntries(below.map((each) => [each, null])), [level]: value || null })
  }
  const employee = search.get('employee') ?? ''
  return (
    <div className="list-filters">
      {levels.map((level) => (
        <Field key={level} label={territory[level]}>
          {(attributes) => (
            <Combobox
              name={`only ${level}`}
              label={territory[level]}
              value={values[level] ?? ''}
              attributes={attributes}
              load={(q) => fetchOptions({ ...questionOf(entityNamed('customer'), level, values), q })}
              onChoose={(value) => choose(level, value)}
            />
          )}
        </Field>
      ))}
      <Field label="Employee">
        {(attributes) => (
          <Combobox
            name="only employee"
            label="Employee"
            value={employee === nobody ? nobodyChoice.value : employee}
            attributes={attributes}
            load={async (q) => {
              const { items, more } = await findEmployees(q)
              const isMeant = nobodyChoice.value.toLowerCase().startsWith(q.toLowerCase())
              return { items: isMeant ? [nobodyChoice, ...items] : items, more }
            }}
            onChoose={(value) => go({ employee: (value === nobodyChoice.value ? nobody : value) || null })}
          />
        )}
      </Field>
      <Field label="Balance">
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="only balance"
            value={balanceIn(search) ?? ''}
            onChange={(event) => go({ balance: event.target.value || null })}
          >
            <option value="">All</option>
            {balanceStates.map((state) => (
              <option key={state} value={state}>
                {balanceWords[state]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

import { useEffect, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { customersOf } from '../api/handover.ts'
import { fetchOptions } from '../api/options.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import type { Person } from './handover-form.ts'

interface PersonFieldProps {
  label: string
  name: string
  /** What it means to choose nobody. */
  nobody: string
  person: Person
  problem: string | undefined
  hint?: ReactNode
  onChoose: (person: Person) => void
}

/** An employee found by number or name, or nobody. */
export function PersonField({
  label,
  name,
  nobody,
  person,
  problem,
  hint,
  onChoose,
}: PersonFieldProps): ReactNode {
  return (
    <Field
      label={label}
      problem={problem}
      hint={hint}
      aside={
        <label className="choice">
          <input
            type="checkbox"
            name={`${name}_nobody`}
            checked={person.isNobody}
            onChange={(event) => onChoose({ isNobody: event.target.checked, number: '', name: null })}
          />
          {nobody}
        </label>
      }
    >
      {(attributes) => (
        <Combobox
          name={name}
          label={label}
          value={person.number}
          title={person.name}
          attributes={attributes}
          isDisabled={person.isNobody}
          load={(q) =>
            fetchOptions({
              entity: entityNamed('employee'),
              of: 'employeeNumber',
              with: [],
              constraints: {},
              q,
            })
          }
          onChoose={(number, option) => onChoose({ isNobody: false, number, name: option?.title ?? null })}
        />
      )}
    </Field>
  )
}

interface TickListProps {
  /** Whose customers, on which day. */
  employee: string
  day: string
  chosen: readonly string[]
  onChoose: (codes: readonly string[]) => void
}

const pause = 200 // milliseconds without a key

/** The customers somebody has, to tick; what is ticked stays, whatever is searched. */
export function TickList({ employee, day, chosen, onChoose }: TickListProps): ReactNode {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<{ items: StoredRecord[]; next: string | null } | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      customersOf(employee, day, q.trim()).then(
        (page) => {
          if (!isWanted) return
          setFound(page)
          setProblem('')
        },
        (error: unknown) => isWanted && setProblem(sentenceOf(error)),
      )
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [employee, day, q])
  const items = found?.items ?? []
  const codes = items.map((customer) => String(customer['Customer_Code']))
  const isAll = codes.length > 0 && codes.every((code) => chosen.includes(code))
  const toggle = (some: readonly string[], isOn: boolean): void =>
    onChoose(isOn ? [...new Set([...chosen, ...some])] : chosen.filter((code) => !some.includes(code)))
  return (
    <fieldset className="tick-list">
      <legend className="for-readers">Customers to hand over</legend>
      <input
        type="search"
        className="control"
        aria-label="Search their customers"
        placeholder="Search"
        autoComplete="off"
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="tick-frame">
        {codes.length > 1 && (
          <label className="choice tick-all">
            <input
              type="checkbox"
              checked={isAll}
              onChange={(event) => toggle(codes, event.target.checked)}
            />
            All {codes.length} shown
          </label>
        )}
        {items.map((customer) => {
          const code = String(customer['Customer_Code'])
          return (
            <label key={code} className="choice">
              <input
                type="checkbox"
                name="Customer_Codes"
                value={code}
                checked={chosen.includes(code)}
                onChange={(event) => toggle([code], event.target.checked)}
              />
              <span>
                {String(customer['Customer_Name'])}{' '}
                <span className="tick-code">
                  {code}, {String(customer['City_Code'])}
                </span>
              </span>
            </label>
          )
        })}
        {found && items.length === 0 && <p className="field-hint">No customer of theirs matches.</p>}
        {found?.next && <p className="field-hint">There are more: search to find them.</p>}
        {problem && <p className="field-problem">{problem}</p>}
      </div>
      <output className="field-hint">{chosen.length} ticked</output>
    </fieldset>
  )
}

import { useState, type ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { customersOf } from './handover-api.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/field.tsx'
import { useQuery } from '../ui/use-query.ts'
import type { EmployeeChoice } from './handover-form.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

interface EmployeeFieldProps {
  label: string
  name: string
  /** The label of the choice without an employee. */
  noneLabel: string
  person: EmployeeChoice
  problem: string | undefined
  hint?: ReactNode
  onChoose: (person: EmployeeChoice) => void
}

/** Chooses an employee by number or name, or none. */
export function EmployeeField({
  label,
  name,
  noneLabel,
  person,
  problem,
  hint,
  onChoose,
}: EmployeeFieldProps): ReactNode {
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
            checked={person.isNone}
            onChange={(event) => onChoose({ isNone: event.target.checked, number: '', name: null })}
          />
          {noneLabel}
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
          isDisabled={person.isNone}
          load={(q) =>
            fetchOptions({
              entity: labelsOf('employee'),
              of: 'employeeNumber',
              with: [],
              // An employee who left hands over the customers.
              constraints: name === 'From_Employee' ? { retired: 'true' } : {},
              q,
            })
          }
          onChoose={(number, option) => onChoose({ isNone: false, number, name: option?.title ?? null })}
        />
      )}
    </Field>
  )
}

interface CustomerChecklistProps {
  /** The employee who owns the customers on `day`. */
  employee: string
  day: string
  chosen: readonly string[]
  onChoose: (codes: readonly string[]) => void
}

const debounce = 200 // milliseconds

/** The customers of an employee as checkboxes; the selection survives a new search. */
export function CustomerChecklist({ employee, day, chosen, onChoose }: CustomerChecklistProps): ReactNode {
  const [q, setQ] = useState('')
  const { data: found, error } = useQuery(
    [employee, day, q],
    (signal) => customersOf(employee, day, q.trim(), signal),
    { debounce, keepsDataOnError: true },
  )
  const items = found?.items ?? []
  const codes = items.map((customer) => customer.Customer_Code)
  const isAll = codes.length > 0 && codes.every((code) => chosen.includes(code))
  const toggle = (some: readonly string[], isOn: boolean): void =>
    onChoose(isOn ? [...new Set([...chosen, ...some])] : chosen.filter((code) => !some.includes(code)))
  return (
    <fieldset className="tick-list">
      <legend className="for-readers">{t('Customers to hand over')}</legend>
      <input
        type="search"
        className="control"
        aria-label={t('Search their customers')}
        placeholder={t('Search')}
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
            {t('All {count, number} shown', { count: codes.length })}
          </label>
        )}
        {items.map((customer) => {
          const code = customer.Customer_Code
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
                {customerName(customer)}{' '}
                <span className="tick-code">
                  {code}, {found?.names?.['City_Code']?.[customer.City_Code] ?? customer.City_Code}
                </span>
              </span>
            </label>
          )
        })}
        {found && items.length === 0 && <p className="field-hint">{t('No matching customers.')}</p>}
        {found?.next && <p className="field-hint">{t('There are more. Search to narrow the list.')}</p>}
        {error && <p className="field-problem">{error}</p>}
      </div>
      <output className="field-hint">{t('{count, number} selected', { count: chosen.length })}</output>
    </fieldset>
  )
}

import { useId, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { parseDay, formatDate } from '#domain/dates/dates.ts'
import { inputOfKind } from '../../masters/inputs/input-of-kind.ts'
import { DateControl } from '../../ui/date-control.tsx'
import type { DraftTest } from './filter-draft.ts'
import { anchors, readRelative, writeRelative } from './filter-labels.ts'
import { isDay, isNumber, labelOf, type ListColumn } from '../list-columns.ts'
import { t } from '#domain/messages/t.ts'

interface FilterValueProps {
  entity: Entity
  column: ListColumn
  part: DraftTest
  problemId: string | undefined
  onChange: (values: readonly string[]) => void
}

const References = inputOfKind.references

/** The input for the field: several codes, checkboxes, a fixed or relative date, a number, or text. */
export function FilterValue({ column, part, problemId, onChange }: FilterValueProps): ReactNode {
  const { values, choice } = part
  const id = useId()
  const attributes = {
    id,
    'aria-describedby': problemId,
    'aria-invalid': problemId ? (true as const) : undefined,
    'aria-label': t('Value for {label}', { label: labelOf(column) }),
  }
  const isEquality = choice === 'is' || choice === 'not'
  const { field } = column
  if (isEquality && field?.reference) {
    const { entity, field: of } = field.reference
    return (
      <References
        name="value"
        field={field}
        value={values.filter(Boolean)}
        onType={(typed) => onChange(typeof typed === 'string' ? [typed] : typed)}
        attributes={attributes}
        isRequired={false}
        isDisabled={false}
        optionSource={{
          first: null,
          optionQuery: { entity: entityNamed(entity), of, with: [], constraints: {} },
          retry: () => undefined,
        }}
        preview={undefined}
      />
    )
  }
  if (isEquality && column.as === 'choice') {
    return (
      <fieldset className="choices" aria-describedby={problemId}>
        <legend className="for-readers">{attributes['aria-label']}</legend>
        {field!.typedIn.choices!.map((each) => (
          <label key={each} className="choice">
            <input
              type="checkbox"
              name="value"
              checked={values.includes(each)}
              onChange={(event) =>
                onChange(event.target.checked ? [...values, each] : values.filter((one) => one !== each))
              }
            />
            {t(each)}
          </label>
        ))}
      </fieldset>
    )
  }
  if (isDay(column)) {
    return (
      <DayValue label={labelOf(column)} value={values[0] ?? ''} attributes={attributes} onChange={onChange} />
    )
  }
  // A URL may contain several values; each has its own input.
  const inputs = values.length > 0 ? values : ['']
  return inputs.map((value, at) => (
    <input
      key={at}
      {...attributes}
      id={`${id}-${at}`}
      type="text"
      className="control"
      name="value"
      autoComplete="off"
      inputMode={isNumber(column) ? 'decimal' : undefined}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(inputs.with(at, event.target.value))}
    />
  ))
}

interface DayValueProps {
  label: string
  value: string
  attributes: Parameters<typeof DateControl>[0]['attributes']
  onChange: (values: readonly string[]) => void
}

const fixedDay = 'day'

function DayValue({ label, value, attributes, onChange }: DayValueProps): ReactNode {
  const relative = readRelative(value)
  const day = parseDay(value)
  return (
    <div className="filter-day">
      <select
        className="control"
        name="kind of day"
        aria-label={t('Which day for {label}', { label })}
        value={relative?.anchor ?? fixedDay}
        onChange={(event) => onChange([event.target.value === fixedDay ? '' : event.target.value])}
      >
        <option value={fixedDay}>{t('the date')}</option>
        {Object.entries(anchors).map(([anchor, label]) => (
          <option key={anchor} value={anchor}>
            {t(label)}
          </option>
        ))}
      </select>
      {relative ? (
        <DayOffset
          label={label}
          days={relative.days}
          attributes={attributes}
          onChange={(days) => onChange([writeRelative({ ...relative, days })])}
        />
      ) : (
        <DateControl
          name="value"
          label={label}
          value={day ? formatDate(day) : value}
          onType={(typed) => onChange([typed])}
          attributes={attributes}
          isRequired={false}
        />
      )}
    </div>
  )
}

interface DayOffsetProps {
  label: string
  days: number
  attributes: DayValueProps['attributes']
  onChange: (days: number) => void
}

/** "minus 60 days"; the default is minus. */
function DayOffset({ label, days, attributes, onChange }: DayOffsetProps): ReactNode {
  const [sign, setSign] = useState(days > 0 ? 1 : -1)
  return (
    <span className="filter-days">
      <select
        className="control"
        name="before or after"
        aria-label={t('Plus or minus for {label}', { label })}
        value={sign}
        onChange={(event) => {
          const next = Number(event.target.value)
          setSign(next)
          onChange(next * Math.abs(days))
        }}
      >
        <option value={-1}>{t('minus')}</option>
        <option value={1}>{t('plus')}</option>
      </select>
      <input
        id={attributes.id}
        aria-describedby={attributes['aria-describedby']}
        type="number"
        className="control"
        name="days"
        aria-label={t('How many days for {label}', { label })}
        min={0}
        max={9999}
        step={1}
        value={Math.abs(days)}
        onChange={(event) =>
          onChange(sign * Math.min(Math.abs(Math.trunc(Number(event.target.value))), 9999))
        }
      />
      {t('days')}
    </span>
  )
}

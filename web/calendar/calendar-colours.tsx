import type { ReactNode } from 'react'
import type { CalendarEntry } from './calendar-format.ts'
import './calendar-colours.css'
import { t } from '#domain/messages/t.ts'

/** Different colours in calendar.css; further employees share them, and their names tell them apart. */
const colourCount = 8

/** The number of a colour for each employee with a visit, in the order of their names. */
export function employeeColours(items: readonly CalendarEntry[]): ReadonlyMap<string, number> {
  const names = [...new Set(items.map(({ employeeName }) => employeeName ?? ''))].toSorted()
  return new Map(names.map((name, at) => [name, at % colourCount]))
}

interface ColourSelectProps {
  value: 'status' | 'employee'
  onChoose: (value: string) => void
}

export const ColourSelect = ({ value, onChoose }: ColourSelectProps): ReactNode => (
  <select
    className="control calendar-colour"
    name="colour"
    aria-label={t('Colours')}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    <option value="status">{t('Colours by status')}</option>
    <option value="employee">{t('Colours by employee')}</option>
  </select>
)

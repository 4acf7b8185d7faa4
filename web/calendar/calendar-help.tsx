import type { ReactNode } from 'react'
import type { CalendarView } from '#domain/visits/calendar.ts'
import { t } from '#domain/messages/t.ts'

/** Which colour is whose. */
export const ColourLegend = ({ colours }: { colours: ReadonlyMap<string, number> }): ReactNode => (
  <ul className="calendar-legend" aria-label={t('Colours by employee')}>
    {[...colours].map(([name, colour]) => (
      <li key={name} data-colour={colour}>
        {name || t('Unassigned')}
      </li>
    ))}
  </ul>
)

/** How plans are moved, by pointer and by key. */
export const CalendarHelp = ({ isMovable, view }: { isMovable: boolean; view: CalendarView }): ReactNode => (
  <p className="calendar-help">
    {isMovable &&
      t(
        'Drag a plan to move it (on a touch screen, press and hold first), or open it to enter a day and time.',
      )}{' '}
    <span className="calendar-keys">
      {isMovable && t('Alt + arrow keys move the focused plan.')}{' '}
      {isMovable &&
        view === 'week' &&
        t('Click an empty hour, or go down to it from the day and press Enter, to plan a visit.')}{' '}
      {view === 'week'
        ? t('Arrow keys move between days, Page Up and Page Down change the week, T goes to today.')
        : t('Arrow keys move between days, Page Up and Page Down change the month, T goes to today.')}
    </span>
  </p>
)

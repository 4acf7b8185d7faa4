import { useEffect, useRef, type ReactNode } from 'react'
import type { OffDay } from '#domain/api/visits/calendar.ts'
import { describeDayOff } from '#domain/visits/calendar.ts'
import { CalendarItemButton, type ItemProps } from './calendar-item.tsx'
import { useIsNarrow } from '../calendar-narrow.ts'
import { formatDay, offLabel, shortWeekdayOf, weekdayOf, type CalendarEntry } from '../calendar-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from '#domain/messages/t.ts'

export interface DaysProps extends Omit<ItemProps, 'item'> {
  days: readonly string[]
  chosen: string
  items: readonly CalendarEntry[]
  off: readonly OffDay[]
  /** Drop zone below the dragged plan. */
  over: string | null
  /** A notice above the days should be read first. */
  hasNotice: boolean
  onChoose: (day: string) => void
  /** Plans a visit at an empty hour; undefined when the account may not. */
  onPlan: ((day: string, hour: number | undefined) => void) | undefined
}

/** A week: seven columns with a row per hour, or a list of days on a narrow screen. */
export function CalendarWeek(props: DaysProps): ReactNode {
  return useIsNarrow() ? <WeekList {...props} /> : <WeekTable {...props} />
}

const firstHour = 8
const lastHour = 18
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const hourOf = (item: CalendarEntry): number => Number(item.time.slice(0, 2))

function WeekTable(props: DaysProps): ReactNode {
  const { days, items, today, chosen, off, over, onChoose, onPlan } = props
  const timed = items.filter(({ time }) => time !== '')
  const untimed = items.filter(({ time }) => time === '')
  const from = Math.min(firstHour, ...timed.map(hourOf))
  const to = Math.max(lastHour, ...timed.map(hourOf))
  const hours = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return (
    <table className="calendar calendar-week">
      <caption className="for-readers">{t('Visits of the week, by the hour')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="for-readers">{t('Hour')}</span>
          </th>
          {days.map((day) => (
            <th key={day} scope="col" data-drop={day} className={dayClass(props, day)}>
              <DayButton day={day} isChosen={day === chosen} today={today} onChoose={onChoose}>
                <span aria-hidden="true">
                  {shortWeekdayOf(day)} <b>{Number(day.slice(8))}</b>
                </span>
              </DayButton>
              <span className="calendar-off">{offLabel(off, day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {untimed.length > 0 && (
          <tr>
            <th scope="row">{t('All day')}</th>
            {days.map((day) => (
              <td key={day} className={dayClass(props, day)}>
                <Items {...props} items={untimed.filter((item) => item.day === day)} />
              </td>
            ))}
          </tr>
        )}
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{formatHour(hour)}</th>
            {days.map((day) => {
              const slot = `${day} ${hour}`
              const here = timed.filter((item) => item.day === day && hourOf(item) === hour)
              return (
                <td key={day} data-drop={slot} className={dayClass({ ...props, isOver: over === slot }, day)}>
                  <Items {...props} items={here} />
                  {onPlan && here.length === 0 && day >= today && (
                    <button
                      type="button"
                      className="calendar-slot"
                      data-slot={slot}
                      tabIndex={-1}
                      aria-label={t('Plan a visit: {day} {time}', {
                        day: formatDay(day),
                        time: formatHour(hour),
                      })}
                      onClick={() => onPlan(day, hour)}
                    >
                      <Icon name="plus" />
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WeekList(props: DaysProps): ReactNode {
  const { days, items, today, chosen, off, over, hasNotice, onChoose, onPlan } = props
  const list = useRef<HTMLUListElement>(null)
  const isAtToday = chosen === today && !hasNotice
  // Scrolls to today, also when it is at the end of the week. In a frame after that of the content: in the same one the browser
  // counts a layout shift of what was below the screen.
  useEffect(() => {
    if (!isAtToday) return undefined
    const scroll = (): unknown => list.current?.querySelector('.is-today')?.scrollIntoView({ block: 'start' })
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [isAtToday])
  return (
    <ul ref={list} className="calendar-days">
      {days.map((day) => {
        const here = items.filter((item) => item.day === day)
        const reason = offLabel(off, day)
        return (
          <li key={day} data-drop={day} className={dayClass({ ...props, isOver: over === day }, day)}>
            <h2>
              <DayButton day={day} isChosen={day === chosen} today={today} onChoose={onChoose}>
                <span aria-hidden="true">{formatDay(day)}</span>
              </DayButton>
              {reason && <span className="calendar-off">{reason}</span>}
              {onPlan && day >= today && (
                <button
                  type="button"
                  className="calendar-add button-icon"
                  aria-label={t('Plan a visit: {day}', { day: formatDay(day) })}
                  onClick={() => onPlan(day, undefined)}
                >
                  <Icon name="plus" />
                </button>
              )}
            </h2>
            <Items {...props} items={here} />
          </li>
        )
      })}
    </ul>
  )
}

export function Items({
  items,
  ...props
}: Omit<ItemProps, 'item'> & { items: readonly CalendarEntry[] }): ReactNode {
  const { today, showsEmployee, colours, isMovable, onOpen } = props
  if (items.length === 0) return null
  return (
    <ul className="calendar-items">
      {items.map((item) => (
        <li key={item.Visit_ID}>
          <CalendarItemButton
            item={item}
            today={today}
            showsEmployee={showsEmployee}
            colours={colours}
            isMovable={isMovable}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  )
}

export const dayClass = (
  { off, today, over, isOver = false }: Pick<DaysProps, 'off' | 'today' | 'over'> & { isOver?: boolean },
  day: string,
): string =>
  [
    'calendar-day',
    describeDayOff(off, day) !== undefined && 'is-off',
    day === today && 'is-today',
    (isOver || over === day) && 'is-over',
  ]
    .filter(Boolean)
    .join(' ')

interface DayButtonProps {
  day: string
  today: string
  isChosen: boolean
  onChoose: (day: string) => void
  children: ReactNode
}

/** Roving tabindex: the days are one tab stop, and arrow keys move between them. */
export function DayButton({ day, today, isChosen, onChoose, children }: DayButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="calendar-date"
      data-date={day}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onChoose(day)}
    >
      <span className="for-readers">{`${weekdayOf(day)} ${day.split('-').toReversed().join('/')}`}</span>
      {children}
    </button>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { offInWords, type OffDay } from '#domain/visits/calendar.ts'
import { CalendarItemButton, type ItemProps } from './calendar-item.tsx'
import { useIsNarrow } from './calendar-narrow.ts'
import { dayInWords, offLabel, shortWeekdayOf, weekdayOf, type Placed } from './calendar-words.ts'

export interface DaysProps extends Omit<ItemProps, 'item'> {
  days: readonly string[]
  chosen: string
  items: readonly Placed[]
  off: readonly OffDay[]
  /** Where something dragged would land. */
  over: string | null
  /** Something stands above the days that should be read first. */
  isAnnounced: boolean
  onChoose: (day: string) => void
}

/** A week: seven columns with a row for each hour or, where there is no room for them, day under day. */
export function CalendarWeek(props: DaysProps): ReactNode {
  return useIsNarrow() ? <WeekList {...props} /> : <WeekTable {...props} />
}

const firstHour = 8
const lastHour = 18
const hourOf = (item: Placed): number => Number(item.time.slice(0, 2))

function WeekTable(props: DaysProps): ReactNode {
  const { days, items, today, chosen, off, over, onChoose } = props
  const timed = items.filter(({ time }) => time !== '')
  const untimed = items.filter(({ time }) => time === '')
  const from = Math.min(firstHour, ...timed.map(hourOf))
  const to = Math.max(lastHour, ...timed.map(hourOf))
  const hours = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return (
    <table className="calendar calendar-week">
      <caption className="for-readers">Visits of the week, by the hour</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="for-readers">Hour</span>
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
            <th scope="row">All day</th>
            {days.map((day) => (
              <td key={day} className={dayClass(props, day)}>
                <Items {...props} items={untimed.filter((item) => item.day === day)} />
              </td>
            ))}
          </tr>
        )}
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{`${String(hour).padStart(2, '0')}:00`}</th>
            {days.map((day) => {
              const place = `${day} ${hour}`
              const here = timed.filter((item) => item.day === day && hourOf(item) === hour)
              return (
                <td
                  key={day}
                  data-drop={place}
                  className={dayClass({ ...props, isOver: over === place }, day)}
                >
                  <Items {...props} items={here} />
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
  const { days, items, today, chosen, off, over, isAnnounced, onChoose } = props
  const list = useRef<HTMLUListElement>(null)
  const isAtToday = chosen === today && !isAnnounced
  // Whoever comes for today's plans finds them on the screen, also on a Saturday.
  useEffect(() => {
    if (isAtToday) list.current?.querySelector('.is-today')?.scrollIntoView({ block: 'start' })
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
                <span aria-hidden="true">{dayInWords(day)}</span>
              </DayButton>
              {reason && <span className="calendar-off">{reason}</span>}
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
}: Omit<ItemProps, 'item'> & { items: readonly Placed[] }): ReactNode {
  const { today, isNamed, isMovable, onOpen } = props
  if (items.length === 0) return null
  return (
    <ul className="calendar-items">
      {items.map((item) => (
        <li key={item.Visit_ID}>
          <CalendarItemButton
            item={item}
            today={today}
            isNamed={isNamed}
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
    offInWords(off, day) !== undefined && 'is-off',
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

/** The days are one stop of the Tab key; the arrows lead from one to the next. */
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

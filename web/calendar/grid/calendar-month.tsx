import type { ReactNode } from 'react'
import { isSameMonth } from '#domain/visits/calendar.ts'
import { useIsNarrow } from '../calendar-narrow.ts'
import { DayButton, dayClass, Items, type DaysProps } from './calendar-week.tsx'
import { formatDay, offLabel, shortWeekdayOf, weekdayOf } from '../calendar-format.ts'
import { forReaders, RichText } from '../../messages/rich-text.tsx'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

interface MonthProps extends DaysProps {
  routeLink: string
}

const maxInCell = 3

/** A month with the chosen day below; on a phone a day shows its number of visits only. */
export function CalendarMonth(props: MonthProps): ReactNode {
  const { days, chosen, items, off, routeLink } = props
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const ofDay = items.filter((item) => item.day === chosen)
  const reason = offLabel(off, chosen)
  return (
    <>
      <table className="calendar calendar-month">
        <caption className="for-readers">{t('Visits of the month')}</caption>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col">
                <abbr title={weekdayOf(day)}>{shortWeekdayOf(day)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <MonthCell key={day} {...props} day={day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <section className="calendar-chosen" aria-labelledby="chosen-day">
        <h2 id="chosen-day">{formatDay(chosen)}</h2>
        {reason && <p className="calendar-off">{reason}</p>}
        {ofDay.length === 0 && <p className="calendar-none">{t('Nothing is planned for this day.')}</p>}
        <Items {...props} items={ofDay} />
        {ofDay.some(({ Status }) => Status === 'planned') && <Link to={routeLink}>{t('Day route')}</Link>}
      </section>
    </>
  )
}

function MonthCell(props: MonthProps & { day: string }): ReactNode {
  const { day, chosen, today, items, off, onChoose } = props
  const isNarrow = useIsNarrow()
  const here = items.filter((item) => item.day === day)
  const count =
    here.length > 0 && t('{count, plural, one {# visit} other {# visits}}', { count: here.length })
  const reason = offLabel(off, day)
  const classes = [
    dayClass(props, day),
    !isSameMonth(day, chosen) && 'is-outside',
    day === chosen && 'is-chosen',
  ]
  return (
    <td data-drop={day} className={classes.filter(Boolean).join(' ')}>
      <DayButton day={day} isChosen={day === chosen} today={today} onChoose={onChoose}>
        <b aria-hidden="true">{Number(day.slice(8))}</b>
        {isNarrow && here.length > 0 && (
          <span className="calendar-count" aria-hidden="true">
            {here.length}
          </span>
        )}
        {[count, reason].map(
          (text) =>
            text && (
              <span key={text} className="for-readers">
                , {text}
              </span>
            ),
        )}
      </DayButton>
      {!isNarrow && (
        <>
          {reason && (
            <span className="calendar-off" aria-hidden="true">
              {reason}
            </span>
          )}
          <Items {...props} items={here.slice(0, maxInCell)} />
          {here.length > maxInCell && (
            <button type="button" className="calendar-more" onClick={() => onChoose(day)}>
              <RichText
                message="{count, number} more<readers> on {day}</readers>"
                values={{ count: here.length - maxInCell, day: formatDay(day) }}
                tags={{ readers: forReaders }}
              />
            </button>
          )}
        </>
      )}
    </td>
  )
}

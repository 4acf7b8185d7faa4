import type { ReactNode } from 'react'
import { formatStatus, statusOf, type CalendarEntry } from '../calendar-format.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'

export interface ItemProps {
  item: CalendarEntry
  today: string
  /** Whether to show the employee, when visits of several are shown. */
  showsEmployee: boolean
  /** The number of the colour of each employee; null to colour by status. */
  colours: ReadonlyMap<string, number> | null
  isMovable: boolean
  onOpen: (item: CalendarEntry) => void
}

/** A visit in the calendar. */
export function CalendarItemButton(props: ItemProps): ReactNode {
  const { item, today, showsEmployee, colours, isMovable, onOpen } = props
  const status = statusOf(item, today)
  return (
    <button
      type="button"
      className={`plan plan-${item.Status === 'visited' ? 'made' : status.replaceAll(' ', '-')}`}
      data-visit={item.Visit_ID}
      data-colour={colours?.get(item.employeeName ?? '')}
      data-drag={isMovable && item.Status === 'planned' ? item.Visit_ID : undefined}
      onClick={() => onOpen(item)}
    >
      {item.time && <span className="plan-time">{item.time} </span>}
      <span className="plan-name">{customerName(item)}</span>
      {showsEmployee && item.employeeName && <span className="plan-who"> · {item.employeeName}</span>}
      <span className={status === 'planned' ? 'for-readers' : 'plan-status'}> · {formatStatus(status)}</span>
    </button>
  )
}

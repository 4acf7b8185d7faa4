import type { ReactNode } from 'react'
import { statusInWords, type Placed } from './calendar-words.ts'

export interface ItemProps {
  item: Placed
  today: string
  /** Whose it is, where that is not the same for all. */
  isNamed: boolean
  isMovable: boolean
  onOpen: (item: Placed) => void
}

/** A visit in the calendar. */
export function CalendarItemButton({ item, today, isNamed, isMovable, onOpen }: ItemProps): ReactNode {
  const words = statusInWords(item, today)
  return (
    <button
      type="button"
      className={`plan plan-${item.Status === 'visited' ? 'made' : words.replaceAll(' ', '-')}`}
      data-visit={item.Visit_ID}
      data-drag={isMovable && item.Status === 'planned' ? item.Visit_ID : undefined}
      onClick={() => onOpen(item)}
    >
      {item.time && <span className="plan-time">{item.time} </span>}
      <span className="plan-name">{item.Customer_Name}</span>
      {isNamed && item.employeeName && <span className="plan-who"> · {item.employeeName}</span>}
      <span className={words === 'planned' ? 'for-readers' : 'plan-status'}> · {words}</span>
    </button>
  )
}

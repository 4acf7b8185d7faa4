import { useRef, type ReactNode } from 'react'
import { parseDay } from '#domain/dates/dates.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { t } from '#domain/messages/t.ts'

interface DayPickerProps {
  day: string
  onChoose: (day: string) => void
}

/** Button that opens the browser's date picker; the chosen day is shown elsewhere as dd/mm/yyyy. */
export function DayPicker({ day, onChoose }: DayPickerProps): ReactNode {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <span className="calendar-pick">
      <Button aria-label={t('Choose a day')} onClick={() => calendar.current?.showPicker()}>
        <Icon name="calendar" />
      </Button>
      <input
        ref={calendar}
        type="date"
        className="control-behind"
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        onChange={(event) => parseDay(event.target.value) && onChoose(event.target.value)}
      />
    </span>
  )
}

/** A row trigger that runs after each write to a table. */
export interface Trigger {
  name: string
  table: string
  event: 'insert' | 'update' | 'delete'
  /** The columns whose update fires it; any column if undefined. */
  of?: readonly string[]
  when?: string
  /** The rows that the statement changes, as `table where …`; locked first where transactions run concurrently. */
  locks: string
  statement: string
  /** Whether it depends on the day, so that it has to wait while another day is applied. */
  waitsForDay?: boolean
}

export const createTriggerHead = ({ name, table, event, of, when }: Trigger): string =>
  `create trigger "${name}" after ${event}${of ? ` of ${of.join(', ')}` : ''} on "${table}"
  for each row${when ? ` when (${when})` : ''}`

import { dayIn } from '../dates/moments.ts'

interface PlannedVisit {
  Status: string
  Planned_At: string | null
}

/** Whether the day of a plan has passed, on the firm's calendar, without a result. */
export const isUnrecorded = (
  { Status, Planned_At }: PlannedVisit,
  { today, timeZone }: { today: string; timeZone: string },
): boolean => Status === 'planned' && Planned_At !== null && dayIn(new Date(Planned_At), timeZone) < today

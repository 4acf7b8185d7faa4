/** Times of day, `hh:mm`; the first is included, the last is not. */
export interface QuietHours {
  from: string
  to: string
}

/** Whether a time is in the quiet hours, which may cross midnight. From and to the same: there are none. */
export const isQuiet = (time: string, { from, to }: QuietHours): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to

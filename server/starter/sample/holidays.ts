import { filled, readTable } from '#domain/reference/table.ts'

/** Holidays on the same date each year: month and day, name, and the state unless nationwide. */
const fixedHolidays = readTable(
  ['day', 'name', 'state'],
  `
01-14|Makar Sankranti|GJ
01-26|Republic Day|
02-19|Chhatrapati Shivaji Maharaj Jayanti|MH
04-14|Dr Babasaheb Ambedkar Jayanti|
05-01|Maharashtra Day|MH
08-15|Independence Day|
10-02|Gandhi Jayanti|
10-31|Sardar Patel Jayanti|GJ
12-25|Christmas Day|`,
)

/** Holidays of the lunar calendar. */
const movingHolidays = readTable(
  ['day', 'name', 'state'],
  `
2026-03-04|Dhuleti|
2026-09-14|Ganesh Chaturthi|MH
2026-11-08|Diwali|
2026-11-10|Gujarati New Year|GJ
2027-03-22|Dhuleti|
2027-09-04|Ganesh Chaturthi|MH
2027-10-29|Diwali|`,
)

/** The holidays of the year of that day and of the next year. */
export function sampleHolidays(today: string): Record<string, unknown>[] {
  const year = Number(today.slice(0, 4))
  const years = [String(year), String(year + 1)]
  const all = [
    ...years.flatMap((each) => fixedHolidays.map((row) => ({ ...row, day: `${each}-${filled(row.day)}` }))),
    ...movingHolidays.filter(({ day }) => years.includes(filled(day).slice(0, 4))),
  ]
  return all.map(({ day, name, state }) => ({ Holiday_Date: day, Holiday_Name: name, State_Code: state }))
}

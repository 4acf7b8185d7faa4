/** The months in India in which a season is what one talks about on a field, by the words it is called by. */
const windows: readonly { name: RegExp; months: readonly number[] }[] = [
  { name: /\b(?:summer|zaid)\b/i, months: [3, 4, 5, 6] },
  { name: /\bmonsoon\b/i, months: [6, 7, 8, 9] },
  { name: /\bkharif\b/i, months: [6, 7, 8, 9, 10] },
  { name: /\bwinter\b/i, months: [11, 12, 1, 2] },
  { name: /\brabi\b/i, months: [10, 11, 12, 1, 2, 3] },
  { name: /\bspring\b/i, months: [2, 3] },
]

/** Whether a day lies in the season of that name. Of a name nobody knows it claims nothing. */
export function isInSeason(name: string, day: string): boolean {
  const month = Number(day.slice(5, 7))
  return windows.some((window) => window.name.test(name) && window.months.includes(month))
}

/** Which of these seasons a day falls into. */
export const seasonsAt = (day: string, names: readonly string[]): string[] =>
  names.filter((name) => isInSeason(name, day))

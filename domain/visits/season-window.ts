/** The months of a season, by the words it is called by; a name nobody knows claims nothing. */
const windows: readonly { name: RegExp; months: readonly number[] }[] = [
  { name: /\b(?:summer|zaid)\b/i, months: [3, 4, 5, 6] },
  { name: /\bmonsoon\b/i, months: [6, 7, 8, 9] },
  { name: /\bkharif\b/i, months: [6, 7, 8, 9, 10] },
  { name: /\bwinter\b/i, months: [11, 12, 1, 2] },
  { name: /\brabi\b/i, months: [10, 11, 12, 1, 2] },
  { name: /\bspring\b/i, months: [2, 3] },
]

/** Which of these seasons a day falls into. */
export function seasonsAt(day: string, names: readonly string[]): string[] {
  const month = Number(day.slice(5, 7))
  return names.filter((name) =>
    windows.some((window) => window.name.test(name) && window.months.includes(month)),
  )
}

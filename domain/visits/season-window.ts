import { readableName, shownName } from '../catalogue/names/shown-name.ts'
import { t } from '../messages/t.ts'

/** The seasons of every new database. They are stored by these names, and translated where they are shown. */
export const starterSeasons = { labels: ['Summer', 'Winter', 'Monsoon', 'Spring'] } as const

/** The name of a season as the reader sees it: with its second name, or else, for a season of every new database, translated. */
export function shownSeason(name: string, local: unknown = null): string {
  const isStarter = starterSeasons.labels.some((each) => each === name)
  return isStarter && readableName(local) === null ? t(name) : shownName(name, local)
}

/** The months of each season in India, by its name. */
const windows: readonly { name: RegExp; months: readonly number[] }[] = [
  { name: /\b(?:summer|zaid)\b/i, months: [3, 4, 5, 6] },
  { name: /\bmonsoon\b/i, months: [6, 7, 8, 9] },
  { name: /\bkharif\b/i, months: [6, 7, 8, 9, 10] },
  { name: /\bwinter\b/i, months: [11, 12, 1, 2] },
  { name: /\brabi\b/i, months: [10, 11, 12, 1, 2, 3] },
  { name: /\bspring\b/i, months: [2, 3] },
]

/** Whether a day is in the season of that name; false for an unknown name. */
export function isInSeason(name: string, day: string): boolean {
  const month = Number(day.slice(5, 7))
  return windows.some((window) => window.name.test(name) && window.months.includes(month))
}

/** The seasons, of these names, that contain the day. */
export const seasonsAt = (day: string, names: readonly string[]): string[] =>
  names.filter((name) => isInSeason(name, day))

import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#domain/dates/dates.ts'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Db, Dialect } from '../dialect.ts'
import type { Store } from '../store.ts'
import { putSetting, readSetting } from '../settings.ts'
import type { ChangeSubject } from './log-change.ts'

/** A setting that is stamped when changes were made without the log: positions from before are no longer valid. */
export const changeLogMark = 'change log mark'

/** The first number of which all rows are kept. */
export const keptFromSetting = 'change log kept from'
/** The positions at the beginning of past days, by which old rows are deleted. */
export const daysSetting = 'change log days'

/** Rows are kept this long; a phone that was away longer receives everything. */
export const daysKept = 60

export interface LogPosition {
  /** Positions of different origins cannot be compared. */
  origin: string
  position: string
}

/** A position, and from where on the log is complete. */
export interface CurrentPosition extends LogPosition {
  keptFrom: number
}

const setting = (name: string): RawBuilder<string | null> =>
  sql`(select value from setting where name = ${sql.lit(name)})`

/** Read first: everything committed before it is in what is read afterwards. */
export async function readPosition(db: Db, { changeLog }: Dialect): Promise<CurrentPosition> {
  const { rows } = await sql<{ position: string; origin: string; mark: string | null; kept: string | null }>`
    select ${changeLog.position} as position, ${changeLog.origin} as origin,
      ${setting(changeLogMark)} as mark, ${setting(keptFromSetting)} as kept`.execute(db)
  const { position, origin, mark, kept } = rows[0]!
  return { position: shorten(position), origin: `${origin} ${mark ?? ''}`, keptFrom: Number(kept ?? 0) }
}

const maxLength = 300

/** A snapshot with very many running transactions is replaced by one that saw none of them, nor any later one. */
export function shorten(position: string): string {
  const first = firstOf(position)
  return position.length <= maxLength ? position : `${first}:${first}:`
}

const firstOf = (position: string): number => Number(position.split(':')[0])
const endOf = (position: string): number => Number(position.split(':')[1] ?? position)

/** Whether the log has everything that a reader at an earlier position did not see. */
export function isComparable(earlier: LogPosition, now: CurrentPosition): boolean {
  if (earlier.origin !== now.origin || !isPosition(earlier.position)) return false
  if (earlier.position.includes(':') !== now.position.includes(':')) return false
  return firstOf(earlier.position) >= now.keptFrom && endOf(earlier.position) <= endOf(now.position)
}

/** Whether the database would accept the text, which a client sent. */
export function isPosition(text: string): boolean {
  const parts = /^(\d{1,16})(?::(\d{1,16}):([\d,]{0,300}))?$/.exec(text)
  if (!parts) return false
  const [, first, end, running] = parts
  if (end === undefined) return true
  const between = running ? running.split(',').map(Number) : []
  const bounds = [Number(first), ...between]
  return (
    bounds.every((each, at) => each >= Number(first) && (at < 2 || each > bounds[at - 1]!)) &&
    between.every((each) => each < Number(end)) &&
    Number(first) > 0 &&
    Number(first) <= Number(end)
  )
}

/** More changes than this are compared by the database. */
const maxKeys = 2000

export interface Changes {
  /** The keys by subject; undefined if there are very many. */
  keys: ReadonlyMap<ChangeSubject, readonly string[]> | undefined
  /** Selects the keys of a subject. */
  keysOf: (subject: ChangeSubject) => RawBuilder<unknown>
}

export async function changesSince(db: Db, dialect: Dialect, position: string): Promise<Changes> {
  const since = dialect.changeLog.since(position)
  const { rows } = await sql<{ subject: ChangeSubject; key: string }>`
    select subject, key from change_log where ${since} and subject not in ('record', 'audit') limit ${sql.lit(maxKeys + 1)}`.execute(
    db,
  )
  const keysOf: Changes['keysOf'] = (subject) =>
    sql`(select key from change_log where ${since} and subject = ${sql.lit(subject)})`
  if (rows.length > maxKeys) return { keys: undefined, keysOf }
  const bySubject = Map.groupBy(rows, ({ subject }) => subject)
  const distinct = (some: typeof rows): string[] => [...new Set(some.map(({ key }) => key))]
  return { keys: new Map([...bySubject].map(([subject, some]) => [subject, distinct(some)])), keysOf }
}

interface DayPosition {
  day: string
  first: number
}

const isDays = (input: unknown): input is DayPosition[] =>
  Array.isArray(input) &&
  input.every(
    (each) => isObject(each) && typeof each['day'] === 'string' && typeof each['first'] === 'number',
  )

/** Rows per transaction. */
const deletedAtOnce = 5000

/** Deletes rows that are older than they are kept. Safe to call on several instances, as often as one likes. */
export async function deleteOldChanges(store: Store, now: Date, atOnce = deletedAtOnce): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const { position } = await readPosition(store.read, store.dialect)
  const keptFrom = await store.transaction(async (tx) => {
    const stored = await readSetting(tx, daysSetting)
    const days = stored === undefined ? [] : parseJson(stored, isDays)
    if (days.some(({ day }) => day === today)) return Number((await readSetting(tx, keptFromSetting)) ?? 0)
    const old = days.filter(({ day }) => day < addDays(today, -daysKept))
    const from = Math.max(
      Number((await readSetting(tx, keptFromSetting)) ?? 0),
      ...old.map(({ first }) => first),
    )
    const kept = [...days.filter((each) => !old.includes(each)), { day: today, first: firstOf(position) }]
    await putSetting(tx, daysSetting, JSON.stringify(kept), now)
    if (from > 0) await putSetting(tx, keptFromSetting, String(from), now)
    return from
  })
  // The newest row stays: the numbers on SQLite continue from it.
  const isOld = sql`tx < ${keptFrom} and tx < (select max(tx) from change_log)`
  for (let isMore = keptFrom > 0; isMore;) {
    isMore = await store.transaction(async (tx) => {
      // By the primary key, because all rows of one transaction have the same number on PostgreSQL.
      const { numAffectedRows = 0n } = await sql`delete from change_log where (tx, subject, key) in (
        select tx, subject, key from change_log where ${isOld} order by tx limit ${sql.lit(atOnce)})`.execute(
        tx,
      )
      return Number(numAffectedRows) === atOnce
    })
  }
}

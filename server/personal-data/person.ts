import type { PersonEntity } from '#domain/api/personal-data.ts'
import type { EntityName } from '#domain/catalogue/catalogue.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { foldText } from '#domain/text.ts'
import type { Db, Dialect } from '../store/dialect.ts'
import { valuesIn } from '../store/history/history-store.ts'
import { fromBin } from '../store/records/record-rows.ts'
import { erasedMark, type Marks } from './scrub.ts'

export const personEntities = [
  'customer',
  'employee',
  'staffUser',
  'account',
] as const satisfies PersonEntity[]

/** Records about a person, of one entity. */
export interface OwnRecords {
  entity: EntityName
  /** Whether they are deleted, or what is written into them. */
  how: 'delete' | ((record: StoredRecord, today: string) => RecordValues)
  live: readonly StoredRecord[]
  binned: readonly StoredRecord[]
}

/** The account of a person, which is deleted. */
export interface PersonAccount {
  id: string
  /** Its name and former ones. */
  names: readonly string[]
  /** Written where it is named as an author. */
  pseudonym: string
}

/** A person with everything that is stored about it. */
export interface Person {
  entity: PersonEntity
  id: string
  /** What it is called in the report: a code, which stays, or the pseudonym. */
  code: string
  records: readonly OwnRecords[]
  marks: Marks
  account?: PersonAccount
}

/** New values for members that may be empty. */
export const without =
  (...names: string[]) =>
  (): RecordValues =>
    Object.fromEntries(names.map((name) => [name, null]))

export const erasedValues = {
  text: 'Erased',
  email: 'erased@example.invalid',
  phone: '0000000000',
  pinCode: '000000',
}

export const erasedName = (code: string): string => [erasedValues.text, code].join(' ')

/** One word is the name of many people. */
export const isFullName = (name: string): boolean => name.length >= 6 && /\s/.test(name)

export function spellingsOfPhone(phone: string): string[] {
  const digits = phone.replaceAll(/\D/g, '')
  const last = digits.slice(-10)
  return last.length < 10 ? [phone] : [phone, last, `${last.slice(0, 5)} ${last.slice(5)}`]
}

/** Short texts would be found in many places. */
export const exactOf = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value) => value.length >= 5)),
]

const placeholders = new Set([...Object.values(erasedValues), erasedMark].map(foldText))

/** The different texts of these members, without those that an erasure wrote. */
export function textsOf(all: readonly Readonly<RecordValues>[], names: readonly string[]): string[] {
  const texts = all.flatMap((values) => names.flatMap((name) => values[name] ?? []))
  const strings = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
  return [...new Set(strings)].filter(
    (text) => !placeholders.has(foldText(text)) && !/^erased \S+$/i.test(text),
  )
}

/** Records that were merged into it, also indirectly. */
export async function mergedIds(db: Db, entity: EntityName, id: string): Promise<string[]> {
  const found: string[] = []
  for (let next = [id]; next.length > 0;) {
    const rows = await db
      .selectFrom('former_code')
      .select('former_id')
      .where('entity', '=', entity)
      .where('reason', '=', 'merged')
      .where('record_id', 'in', next)
      .execute()
    next = rows.map(({ former_id }) => former_id).filter((each) => each !== id && !found.includes(each))
    found.push(...next)
  }
  return found
}

/** What the history says about records. */
export async function formerValues(db: Db, entity: string, ids: readonly string[]): Promise<RecordValues[]> {
  const rows = await db
    .selectFrom('history')
    .select(['before_values', 'after_values'])
    .where('entity', '=', entity)
    .where('record_id', 'in', ids)
    .execute()
  return rows.flatMap((row) => [row.before_values ?? [], row.after_values ?? []].flat().map(valuesIn))
}

export async function readBin(db: Db, entity: string, ids: readonly string[]): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('bin')
    .select(['cells', 'version'])
    .where('entity', '=', entity)
    .where('record_id', 'in', ids)
    .execute()
  return rows.map(fromBin)
}

/** Deleted records of a person; they do not refer to it any more, but name its code. */
export async function readBinOf(
  db: Db,
  dialect: Dialect,
  entity: string,
  member: string,
  codes: readonly string[],
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('bin')
    .select(['cells', 'version'])
    .where('entity', '=', entity)
    .where(dialect.jsonMember('cells', member), 'in', codes)
    .execute()
  return rows.map(fromBin)
}

export const idsOf = (ids: readonly string[], records: readonly OwnRecords[]): Set<string> =>
  new Set([...ids, ...records.flatMap(({ live, binned }) => [...live, ...binned].map(({ id }) => id))])

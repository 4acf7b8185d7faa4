import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf } from '#domain/catalogue/entity.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import type { Named } from '#domain/imports/similar.ts'
import { foldText } from '#domain/text.ts'
import type { Db } from '../store/dialect.ts'
import type { Link } from '../store/reference-plan.ts'

/** Of more than these, names are not gathered: whoever refers to customers knows their codes. */
const mostNames = 50_000

/** Finds what is referred to by its name, for people write "Ahmedabad" where AHM is meant. */
export interface NameIndex {
  /** The code, when exactly one record is called so. */
  codeOf: (db: Db, link: Link, typed: string, values: Readonly<RecordValues>) => Promise<string | undefined>
  /** All that could be meant. */
  all: (db: Db, link: Link) => Promise<Named[]>
}

interface Names {
  byName: Map<string, string | null>
  all: Named[]
}

export function nameIndex(): NameIndex {
  const kept = new Map<string, Promise<Names>>()
  const namesOf = (db: Db, link: Link): Promise<Names> => {
    const name = `${link.target.name}.${link.main.reference.field}`
    const found = kept.get(name) ?? readNames(db, link)
    kept.set(name, found)
    return found
  }
  return {
    codeOf: async (db, link, typed, values) => {
      const { byName } = await namesOf(db, link)
      const others = Object.entries(link.parts).filter(([part]) => part !== link.main.reference.field)
      const within = others.map(([, own]) => foldText(String(values[own] ?? '')))
      return byName.get([...within, foldText(typed)].join('\u001f')) ?? undefined
    },
    all: async (db, link) => (await namesOf(db, link)).all,
  }
}

async function readNames(db: Db, { target, parts, main }: Link): Promise<Names> {
  const { field } = main.reference
  const title = titleOf(target, field)
  const others = Object.keys(parts).filter((part) => part !== field)
  const columns = [...new Set([field, ...(title ? [title] : []), ...others])].map(
    (name) => `${columnName(name)} as ${name}`,
  )
  const rows = await db
    .selectFrom(target.table)
    .select(columns)
    .distinct()
    .limit(mostNames + 1)
    .execute()
  const byName = new Map<string, string | null>()
  if (rows.length > mostNames) return { byName, all: [] }
  const all = rows.map((row) => {
    const code = String(row[field])
    // Where a name is referred to, there is no code beside it: it is found however it is spelled.
    const name = String(row[title ?? field])
    const key = [...others.map((part) => foldText(String(row[part]))), foldText(name)].join('\u001f')
    // Two of that name: neither is meant for sure.
    byName.set(key, byName.has(key) && byName.get(key) !== code ? null : code)
    return { code, name }
  })
  return { byName, all }
}

import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf } from '#domain/catalogue/entity.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Named } from '#domain/imports/similar.ts'
import { foldText } from '#domain/text.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { dynamic, type Db } from '../../store/dialect.ts'
import type { Link } from '../../store/records/reference-plan.ts'

/** Above this number names are not indexed; customers, for example, are referenced by code. */
const maxNames = 50_000

/** Finds the code of a referenced record by its name, because files often contain "Ahmedabad" instead of AHM. */
export interface NameIndex {
  /** The code, if exactly one record has the name. */
  codeOf: (db: Db, link: Link, typed: string, values: Readonly<RecordValues>) => Promise<string | undefined>
  /** All records that can be referenced. */
  all: (db: Db, link: Link) => Promise<Named[]>
}

interface Names {
  byName: Map<string, string | null>
  all: Named[]
}

export function nameIndex(): NameIndex {
  const cache = new Map<string, Promise<Names>>()
  const namesOf = (db: Db, link: Link): Promise<Names> => {
    const name = `${link.target.name}.${link.main.reference.field}`
    const found = cache.get(name) ?? readNames(db, link)
    cache.set(name, found)
    return found
  }
  return {
    codeOf: async (db, link, typed, values) => {
      const { byName } = await namesOf(db, link)
      const others = Object.entries(link.parts).filter(([part]) => part !== link.main.reference.field)
      const parentKeys = others.map(([, own]) => foldText(showPlain(values[own] ?? null)))
      return byName.get([...parentKeys, foldText(typed)].join('\u001f')) ?? undefined
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
  const rows = await dynamic(db)
    .selectFrom(tableOf(target))
    .select(columns)
    .distinct()
    .limit(maxNames + 1)
    .execute()
  const byName = new Map<string, string | null>()
  if (rows.length > maxNames) return { byName, all: [] }
  const all = rows.map((row) => {
    const code = textAt(row, field)
    // A reference by name has no code beside it; the name is found however it is spelled.
    const name = textAt(row, title ?? field)
    const key = [...others.map((part) => foldText(textAt(row, part))), foldText(name)].join('\u001f')
    // Two records with the name: the reference is ambiguous.
    byName.set(key, byName.has(key) && byName.get(key) !== code ? null : code)
    return { code, name }
  })
  return { byName, all }
}

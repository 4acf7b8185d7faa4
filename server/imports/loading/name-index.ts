import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf } from '#domain/catalogue/entity.ts'
import { localNameFieldOf } from '#domain/catalogue/names/local-name.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { looseName } from '#domain/imports/loose-name.ts'
import type { Named } from '#domain/imports/similar.ts'
import { foldText } from '#domain/text.ts'
import { textAt, textOrNull } from '#domain/catalogue/values.ts'
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
  /** Whether a text is the code or the name of one of them, whatever they belong to. */
  recogniser: (db: Db, link: Link) => Promise<(text: string) => boolean>
}

interface Names {
  byName: Map<string, string | null>
  /** By what is left without spacing, punctuation and the word for what it is. */
  byLooseName: Map<string, string | null>
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
      const { byName, byLooseName } = await namesOf(db, link)
      const others = Object.entries(link.parts).filter(([part]) => part !== link.main.reference.field)
      const parentKeys = others.map(([, own]) => foldText(showPlain(values[own] ?? null)))
      const keyOf = (text: string): string => [...parentKeys, text].join('\u001f')
      const exact = byName.get(keyOf(foldText(typed)))
      if (exact !== undefined) return exact ?? undefined
      return byLooseName.get(keyOf(looseName(typed, link.target.singular))) ?? undefined
    },
    all: async (db, link) => (await namesOf(db, link)).all,
    recogniser: async (db, link) => {
      const { singular } = link.target
      const { all } = await namesOf(db, link)
      const known = new Set(
        all.flatMap(({ code, name, other, local }) =>
          [code, name, other ?? '', local ?? ''].map((each) => looseName(each, singular)),
        ),
      )
      known.delete('')
      return (text) => known.has(looseName(text, singular))
    },
  }
}

async function readNames(db: Db, { target, parts, main }: Link): Promise<Names> {
  const { field } = main.reference
  const title = titleOf(target, field)
  // A reference by name is also found by the code of the record: INR for Indian Rupee.
  const [key] = target.key.length === 1 && target.key[0] !== field ? target.key : []
  const others = Object.keys(parts).filter((part) => part !== field)
  const local = localNameFieldOf(target)
  const columns = [
    ...new Set([field, ...(title ? [title] : []), ...(key ? [key] : []), ...others, local ?? []].flat()),
  ].map((name) => `${columnName(name)} as ${name}`)
  const rows = await dynamic(db)
    .selectFrom(tableOf(target))
    .select(columns)
    .distinct()
    .limit(maxNames + 1)
    .execute()
  const names: Names = { byName: new Map(), byLooseName: new Map(), all: [] }
  if (rows.length > maxNames) return names
  names.all = rows.map((row) => ({
    code: textAt(row, field),
    // A reference by name has no code beside it; the name is found however it is spelled.
    name: textAt(row, title ?? field),
    ...(key && { other: textAt(row, key) }),
    ...(local && { local: textOrNull(row, local) }),
  }))
  const add = (to: Names['byName'], parents: readonly string[], text: string, code: string): void => {
    const key = [...parents, text].join('\u001f')
    // Two records with the name: the reference is ambiguous.
    if (text !== '') to.set(key, to.has(key) && to.get(key) !== code ? null : code)
  }
  for (const [at, row] of rows.entries()) {
    const { code, name, other, local: second } = names.all[at]!
    const parents = others.map((part) => foldText(textAt(row, part)))
    for (const each of new Set([name, second ?? ''].map(foldText))) add(names.byName, parents, each, code)
    const all = [code, name, other ?? '', second ?? '']
    for (const each of new Set(all.map((text) => looseName(text, target.singular))))
      add(names.byLooseName, parents, each, code)
  }
  return names
}

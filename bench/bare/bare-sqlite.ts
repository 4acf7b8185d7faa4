import { DatabaseSync } from 'node:sqlite'
import { cellsOf, statements, type BareStore, type Customer } from './bare-sql.ts'

/** node:sqlite with prepared statements and the pragmas of the product, so that a commit costs the same. */
export function openBareSqlite(file: string): BareStore {
  const open = (): DatabaseSync => {
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    database.exec('pragma journal_size_limit = 67108864')
    database.exec('pragma cache_size = -65536')
    database.exec('pragma temp_store = memory')
    database.exec('pragma mmap_size = 1073741824')
    return database
  }
  const sql = statements((n) => `?${n}`)
  const reader = open()
  const read = reader.prepare(sql.read)
  const list = reader.prepare(sql.list)
  const after = reader.prepare(sql.after)
  const city = reader.prepare(sql.city)
  const like = reader.prepare(sql.like)
  const match = reader.prepare(sql.match)
  const countMatches = reader.prepare(sql.countMatches)
  const plans = reader.prepare(sql.plans)
  const plansAfter = reader.prepare(sql.plansAfter)
  const insert = open().prepare(sql.insert)
  return {
    read: async (code) => read.get(code) as Customer | undefined,
    list: async () => list.all() as Customer[],
    after: async (name, id) => after.all(name, id) as Customer[],
    inCity: async (code) => city.all(code) as Customer[],
    search: async (needle) => {
      const phrase = `"${needle}"`
      // With very many matches, filtering along the sorted index is faster than collecting and sorting them all.
      const isCommon = Number(countMatches.get(phrase)?.['n']) >= 5000
      return (isCommon ? like.all(`%${needle}%`) : match.all(phrase)) as Customer[]
    },
    plans: async (...values) => plans.all(...values) as Customer[],
    plansAfter: async (...values) => plansAfter.all(...values) as Customer[],
    insert: async (id, body) => {
      insert.run(...cellsOf(id, body))
    },
  }
}

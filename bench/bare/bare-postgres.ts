import pg from 'pg'
import { cellsOf, statements, type BareStore, type Cell, type Customer } from './bare-sql.ts'

/** pg with named prepared statements and the same pool size as the product. */
export function openBarePostgres(url: string): BareStore {
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  const sql = statements((n) => `$${n}`)
  const run = async (name: keyof typeof sql, values: Cell[]): Promise<Customer[]> =>
    (await pool.query<Customer>({ name, text: sql[name], values })).rows
  return {
    read: async (code) => (await run('read', [code]))[0],
    list: () => run('list', []),
    after: (name, id) => run('after', [name, id]),
    inCity: (code) => run('city', [code]),
    search: (needle) => run('like', [`%${needle}%`]),
    plans: (...values) => run('plans', values),
    plansAfter: (...values) => run('plansAfter', values),
    insert: async (id, body) => {
      await run('insert', cellsOf(id, body))
    },
  }
}

import { newId } from '#server/store/new-id.ts'
import { cellsOf, insertedColumns, type Customer } from '../bare/bare-sql.ts'
import type { BenchRequest } from '../measure/load.ts'
import { createRequests, type Samples } from '../rows/sample-requests.ts'
import type { PreparedPeer } from './peer.ts'

/** How an API that offers the columns of a table is asked; values are encoded for a URL. */
interface ColumnApi {
  one: (code: string) => string
  /** A page of 50 by name; a condition is appended with `&`. */
  page: string
  ofCity: (code: string) => string
  containing: (needle: string) => string
  create: string
}

export function columnRequests(api: ColumnApi): PreparedPeer['requests'] {
  const pages = (conditions: readonly string[]): BenchRequest[] =>
    conditions.map((condition) => ({ path: `${api.page}&${condition}` }))
  const field = ({ customers }: Samples, name: string): string[] =>
    customers.map((customer) => encodeURIComponent(String(customer[name])))
  return {
    1: (samples) => field(samples, 'Customer_Code').map((code) => ({ path: api.one(code) })),
    2: () => [{ path: api.page }],
    3: (samples) => pages([...new Set(field(samples, 'City_Code'))].map(api.ofCity)),
    4: ({ needles }) => pages(needles.map((needle) => api.containing(encodeURIComponent(needle)))),
    5: (samples) => createRequests(samples).map((request) => ({ ...request, ...inColumns(request, api) })),
  }
}

/** The same body by column, with the values that the indexes need. */
const inColumns = (request: BenchRequest, { create }: ColumnApi): BenchRequest => ({
  path: create,
  setupRequest: (sent) => {
    const made = request.setupRequest!(sent)
    const body = JSON.parse(String(made.body)) as Customer
    const cells = cellsOf(newId(new Date()), body)
    const row = Object.fromEntries(insertedColumns.map((column, at) => [column, cells[at]]))
    // As the others do, it answers with the new record.
    const headers = { ...made.headers, prefer: 'return=representation' }
    return { ...made, path: create, headers, body: JSON.stringify(row) }
  },
})

import type { BenchRequest } from '../measure/load.ts'
import {
  cityRequests,
  createRequests,
  deepPlannerRequests,
  deepRequests,
  listRequests,
  plannerRequests,
  readRequests,
  searchRequests,
  type Samples,
} from '../rows/sample-requests.ts'

export interface Work {
  name: string
  requests: (samples: Samples) => BenchRequest[]
}

const ofCustomers =
  (path: (customer: Record<string, unknown>) => string) =>
  ({ customers }: Samples): BenchRequest[] =>
    customers.map((customer) => ({ path: path(customer) }))

const always = (path: string) => (): BenchRequest[] => [{ path }]

/** What people read, over customers, visits, history and audit. */
export const reads: readonly Work[] = [
  { name: 'read one customer by code', requests: readRequests },
  { name: 'page of 50 customers, sorted by name', requests: listRequests },
  { name: 'page of 50 customers of one city', requests: cityRequests },
  { name: 'page of 50 customers at nine tenths', requests: (samples) => deepRequests(samples, 'ours') },
  { name: 'part of a name', requests: searchRequests },
  {
    name: 'search of the palette',
    requests: ofCustomers(
      ({ Customer_Name: name }) => `/api/v1/search?q=${encodeURIComponent(String(name).slice(0, 12))}`,
    ),
  },
  { name: 'planner page of a zone, most overdue first', requests: plannerRequests },
  { name: 'planner page at nine tenths', requests: (samples) => deepPlannerRequests(samples, 'ours') },
  { name: 'page of a customer', requests: ofCustomers(({ id }) => `/api/v1/customers/${String(id)}/page`) },
  {
    name: 'visits of a customer',
    requests: ofCustomers(({ id }) => `/api/v1/customers/${String(id)}/visits`),
  },
  {
    name: 'history of a customer',
    requests: ofCustomers(({ id }) => `/api/v1/customers/${String(id)}/history`),
  },
  { name: 'page of 50 visits, newest first', requests: always('/api/v1/visits?sort=-Visit_ID&limit=50') },
  { name: 'first page of the audit', requests: always('/api/v1/audit?limit=50') },
  { name: 'audit of one action', requests: always('/api/v1/audit?limit=50&action=export') },
  {
    name: 'audit of one customer',
    requests: ofCustomers(({ id }) => `/api/v1/audit?limit=50&entity=customer&record=${String(id)}`),
  },
  { name: 'dashboard', requests: always('/api/v1/dashboard') },
  { name: 'home of an administrator', requests: always('/api/v1/home') },
  { name: 'receivables, first page', requests: always('/api/v1/receivables?limit=50') },
]

export const create: Work = { name: 'create one customer, durable', requests: createRequests }

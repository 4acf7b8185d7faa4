import type { BenchRequest } from './load.ts'
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
} from './sample-requests.ts'
import type { SideName } from './sides.ts'

/** One kind of work that both servers are driven with. The numbers are the rows of the goals. */
export interface Case {
  number: string
  work: string
  /** The share of the bare limit's requests per second that ours should reach; none where another rule applies. */
  goal?: number
  requests: (samples: Samples, side: SideName) => BenchRequest[]
}

const firstPageNumber = '2'
const deepPageNumber = '7b'
const plannerNumber = '7'
const deepPlannerNumber = '7c'
/** A page far down, and the first page it must not cost much more than. */
export const deepPages = { [deepPageNumber]: firstPageNumber, [deepPlannerNumber]: plannerNumber }
export const searchNumber = '4'

export const cases: readonly Case[] = [
  { number: '1', work: 'read one customer by code', goal: 0.6, requests: readRequests },
  { number: firstPageNumber, work: 'page of 50, sorted by name', goal: 0.8, requests: listRequests },
  { number: '3', work: 'page of 50 of one city', goal: 0.8, requests: cityRequests },
  { number: searchNumber, work: 'part of a name', goal: 0.7, requests: searchRequests },
  { number: deepPageNumber, work: 'page of 50 at nine tenths', requests: deepRequests },
  {
    number: plannerNumber,
    work: 'planner page of a zone, most overdue first',
    goal: 0.7,
    requests: plannerRequests,
  },
  { number: deepPlannerNumber, work: 'planner page at nine tenths', requests: deepPlannerRequests },
  { number: '5', work: 'create one, durable', goal: 0.5, requests: createRequests },
]

/** Rows of the goals whose features do not exist yet. */
export const notBuilt: readonly { number: string; work: string; goal: string }[] = [
  { number: '10', work: 'first load of a list in the browser', goal: '≤ 125 kB gz' },
]

/** Rows 7b and 7c also belong to row 7, so `--only 7` asks for all three. */
export const isWanted = (number: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.includes(number) || only.includes(number.replace(/\D+$/, ''))

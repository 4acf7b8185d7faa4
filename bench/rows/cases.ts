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
} from './sample-requests.ts'
import type { SideName } from '../sides.ts'

/** A kind of request that both servers are measured with; the numbers are the rows of the goals. */
export interface Case {
  number: string
  work: string
  /** The minimum ratio of our requests per second to those of the bare limit; none where another rule applies. */
  goal?: number
  requests: (samples: Samples, side: SideName) => BenchRequest[]
}

const firstPageNumber = '2'
const deepPageNumber = '7b'
const plannerNumber = '7'
const deepPlannerNumber = '7c'
/** Each deep page, with the first page it is compared with. */
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

/** Rows of the goals that are not measured yet. */
export const notBuilt: readonly { number: string; work: string; goal: string }[] = [
  { number: '10', work: 'first load of a list in the browser', goal: '≤ 125 kB gz' },
]

/** Rows 7b and 7c belong to row 7, so `--only 7` includes all three. */
export const isWanted = (number: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.includes(number) || only.includes(number.replace(/\D+$/, ''))

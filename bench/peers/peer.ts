import type { DatabaseName } from '#testing/databases.ts'
import type { BenchData } from '../bench-data.ts'
import type { BenchRequest } from '../measure/load.ts'
import type { Samples } from '../rows/sample-requests.ts'
import type { RunningServer } from '../rows/server-start.ts'
import type { Headers } from '../sides.ts'

/** Another product that serves the same customers. */
export interface Peer {
  name: string
  databases: readonly DatabaseName[]
  /** Why it cannot be measured on this machine, in a sentence; undefined if it can. */
  missing: () => string | undefined
  /** Prepares its own copy of the database. */
  prepare: (data: BenchData, location: string) => Promise<PreparedPeer>
}

export interface PreparedPeer {
  headers: Headers
  start: () => Promise<RunningServer>
  /** The same requests as ours, by the number of the row. */
  requests: Record<string, (samples: Samples) => BenchRequest[]>
  /** The codes of the customers in a response, in their order. */
  codesOf: (answer: unknown) => unknown[]
  /** Loads a JSON file of customers, with or without validating each. */
  load?: (file: string, isChecked: boolean) => Promise<LoadTime>
  /** The list of customers in the browser. */
  listPage?: ListPage
}

export interface LoadTime {
  seconds: number
  /** CPU time of its process, in milliseconds. */
  cpu: number
}

export interface ListPage {
  path: string
  /** A selector of its rows. */
  rows: string
  cookies: { name: string; value: string }[]
  localStorage: { name: string; value: string }[]
}

export const codesIn = (items: unknown, field: string): unknown[] =>
  (Array.isArray(items) ? items : [items]).map((each: Record<string, unknown>) => each[field])

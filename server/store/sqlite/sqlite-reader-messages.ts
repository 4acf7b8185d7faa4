import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'

/** A statement for a reader process. */
export interface ReaderRequest {
  sql: string
  parameters: SQLInputValue[]
}

export type ReaderRow = Record<string, SQLOutputValue>

export type ReaderResponse =
  | { ready: true }
  | { rows: ReaderRow[] }
  | { failure: { message: string; errcode: number | undefined } }

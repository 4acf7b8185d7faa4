import type { Cell } from '#domain/catalogue/field.ts'
import type { Row } from './dialect.ts'

/** What the server asks a reader process. */
export interface ReaderQuestion {
  sql: string
  parameters: Cell[]
}

export type ReaderAnswer =
  | { ready: true }
  | { rows: Row[] }
  | { failure: { message: string; errcode: number | undefined } }

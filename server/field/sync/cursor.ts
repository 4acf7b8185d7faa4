import { createHash } from 'node:crypto'
import type { LogPosition } from '../../store/changes/change-log.ts'

/** What the phone holds, as far as the next sync has to know it; the client only stores the text. */
export interface Cursor extends LogPosition {
  /** Of the ids of the customers in scope. */
  ids: string
  /** Of the account and what it may read. */
  access: string
  masters: string
  proposals: string
}

/** The version of the format, and of what the pack contains. */
const version = '1'

const members = ['origin', 'position', 'access', 'ids', 'masters', 'proposals'] as const

export const formatCursor = (cursor: Cursor): string =>
  [version, ...members.map((name) => cursor[name])].join('~')

/** Undefined for a cursor of another version of the format. */
export function parseCursor(text: string | null): Cursor | undefined {
  const [found, ...values] = text?.split('~') ?? []
  if (found !== version || values.length !== members.length) return undefined
  const [origin = '', position = '', access = '', ids = '', masters = '', proposals = ''] = values
  return { origin, position, access, ids, masters, proposals }
}

/** A short digest, to see whether something is the same as the last time. */
export const digestOf = (content: unknown): string =>
  createHash('sha256')
    .update(typeof content === 'string' ? content : JSON.stringify(content))
    .digest('base64url')
    .slice(0, 16)

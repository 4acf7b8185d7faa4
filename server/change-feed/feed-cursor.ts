import { isPosition, type LogPosition } from '../store/changes/change-log.ts'
import type { ChangeWindow } from '../store/changes/record-changes.ts'

/** Everything up to a position, and the part of a window behind it; the client only stores the text. */
export interface FeedCursor extends Omit<ChangeWindow, 'until'>, Pick<LogPosition, 'origin'> {
  /** Undefined when nothing is left of the window. */
  until?: string | undefined
}

/** The version of the format. */
const version = 1

export function formatCursor({ origin, since, until, after }: FeedCursor): string {
  const parts = [
    version,
    origin,
    since,
    ...(until === undefined || !after ? [] : [until, after.tx, after.id]),
  ]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Undefined if the server cannot have made it. */
export function parseCursor(text: string): FeedCursor | undefined {
  const [found, origin, since, until, tx, id, ...rest] = partsOf(text)
  if (found !== version || typeof origin !== 'string' || !isLogPosition(since) || rest.length > 0)
    return undefined
  if (until === undefined) return { origin, since }
  if (!isLogPosition(until) || typeof tx !== 'number' || !Number.isSafeInteger(tx) || typeof id !== 'string')
    return undefined
  return { origin, since, until, after: { tx, id } }
}

const isLogPosition = (part: unknown): part is string => typeof part === 'string' && isPosition(part)

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

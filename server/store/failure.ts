import { Problem, serviceUnavailable } from '#domain/problem.ts'
import type { StoreFailure } from './dialect.ts'
import { damaged } from './watch.ts'
import { t } from '#domain/messages/t.ts'

const messages: Record<StoreFailure['kind'], string> = {
  duplicate: 'Another record with the same code was saved just now',
  reference: 'A record that this refers to was just changed or deleted. Reload and try again',
  unavailable: 'The database does not answer right now. Nothing was saved; try again in a moment',
  unknown:
    'The connection to the database was lost while this was being saved, so it may or may not be saved. Check whether it is there before you try again',
  damaged: damaged.message,
  again: 'Other users changed the same data at the same time. Nothing was saved; try again',
  full: 'The disk of the server is full. Nothing was saved; contact the administrator',
  unreadable: 'The request contains a value that cannot be stored',
  slow: 'The database took too long. Nothing was saved; try again in a moment',
}

/** The problem shown to the user for a failure of the database. */
export function problemOfFailure(failure: StoreFailure): Problem {
  const msg = t(messages[failure.kind])
  if (failure.kind === 'unreadable') return new Problem(400, { msg })
  if (failure.kind === 'duplicate' || failure.kind === 'reference') return new Problem(409, { msg })
  // Without Retry-After: a client that retries automatically could save twice.
  if (failure.kind === 'unknown') return new Problem(503, { msg, extra: { outcome: 'unknown' } })
  return serviceUnavailable(msg)
}

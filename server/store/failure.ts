import { Problem, tryLater } from '#domain/problem.ts'
import type { StoreFailure } from './dialect.ts'
import { damaged } from './watch.ts'

const sentences: Record<StoreFailure['kind'], string> = {
  duplicate: 'Another record with the same code was saved just now',
  reference: 'What this refers to was changed or deleted just now. Look again and repeat',
  unavailable: 'The database does not answer right now. Nothing was saved; try again in a moment',
  unknown:
    'The connection to the database was lost while this was being saved, so it is not known whether it was. Look whether it is there before you try again',
  damaged: damaged.sentence,
  again: 'Too many people changed the same thing at once. Nothing was saved; try again',
  full: 'The disk of the server is full. Nothing was saved; tell the administrator',
  unreadable: 'The request holds a value that cannot be stored',
  slow: 'The database took too long. Nothing was saved; try again in a moment',
}

/** What a person is told when the database itself said no. */
export function problemOfFailure(failure: StoreFailure): Problem {
  const msg = sentences[failure.kind]
  if (failure.kind === 'unreadable') return new Problem(400, { msg })
  if (failure.kind === 'duplicate' || failure.kind === 'reference') return new Problem(409, { msg })
  // Without a time to come back: a program that tries again by itself could save twice.
  if (failure.kind === 'unknown') return new Problem(503, { msg, extra: { outcome: 'unknown' } })
  return tryLater(msg)
}

// Runs in its own process, which is killed when a statement takes too long: Node has no other way to stop a statement of SQLite.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { foldText } from '#domain/text.ts'
import { membersOf } from '#domain/input.ts'
import type { ReaderResponse, ReaderRequest } from './sqlite-reader-messages.ts'
import { toError } from '../../base/errors.ts'

const maxStatements = 100

const database = new DatabaseSync(process.argv[2]!, { readOnly: true })
database.exec('pragma busy_timeout = 5000; pragma cache_size = -16384; pragma temp_store = memory')
database.function('fold_text', { deterministic: true }, (text) =>
  text === null ? null : foldText(String(text)),
)

const cache = new Map<string, StatementSync>()

function prepareCached(sql: string): StatementSync {
  const statement = cache.get(sql) ?? database.prepare(sql)
  if (cache.size >= maxStatements) cache.delete(cache.keys().next().value!)
  cache.set(sql, statement)
  return statement
}

process.on('message', ({ sql, parameters }: ReaderRequest) => {
  let response: ReaderResponse
  try {
    response = { rows: prepareCached(sql).all(...parameters) }
  } catch (error) {
    const { errcode } = membersOf(error)
    response = {
      failure: {
        message: toError(error).message,
        errcode: typeof errcode === 'number' ? errcode : undefined,
      },
    }
  }
  process.send!(response)
})
process.send!({ ready: true } satisfies ReaderResponse)
// The server is gone.
process.on('disconnect', () => process.exit(0))
// Stopping the server may signal the whole process group, and the server still has to answer requests in flight.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

// Runs in a process of its own, which is killed when a statement takes too long: SQLite offers Node no other way to stop one.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { foldText } from '#domain/text.ts'
import type { Row } from './dialect.ts'
import type { ReaderAnswer, ReaderQuestion } from './sqlite-reader-messages.ts'

const maxStatements = 100

const database = new DatabaseSync(process.argv[2]!, { readOnly: true })
database.exec('pragma busy_timeout = 5000; pragma cache_size = -16384; pragma temp_store = memory')
database.function('fold_text', { deterministic: true }, (text) =>
  text === null ? null : foldText(String(text)),
)

const kept = new Map<string, StatementSync>()

function statementOf(sql: string): StatementSync {
  const statement = kept.get(sql) ?? database.prepare(sql)
  if (kept.size >= maxStatements) kept.delete(kept.keys().next().value!)
  kept.set(sql, statement)
  return statement
}

process.on('message', ({ sql, parameters }: ReaderQuestion) => {
  let answer: ReaderAnswer
  try {
    answer = { rows: statementOf(sql).all(...parameters) as Row[] }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    answer = { failure: { message, errcode } }
  }
  process.send!(answer)
})
process.send!({ ready: true } satisfies ReaderAnswer)
// The server is gone; so is everybody who could read an answer.
process.on('disconnect', () => process.exit(0))
// Whoever stops the server sends the signal to all of its processes, and the server still answers what it has begun.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

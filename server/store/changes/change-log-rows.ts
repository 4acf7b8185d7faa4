import type { CompiledQuery } from 'kysely'
import type { Dialect, Row, Tx } from '../dialect.ts'
import { yieldWhenDue } from '../../base/yield-to-event-loop.ts'
import { runPrepared } from '../query/prepared.ts'

export const changeLog = 'change_log'

const batchSize = 1000

/** Inserts rows of the change log, each once, with one statement for many. */
export async function insertChanges(tx: Tx, dialect: Dialect, rows: readonly Row[]): Promise<void> {
  const distinct = new Map(rows.map(({ subject, key }) => [`${subject} ${key}`, [subject, key]]))
  const pairs = [...distinct.values()]
  for (let from = 0; from < pairs.length; from += batchSize) {
    const json = JSON.stringify(pairs.slice(from, from + batchSize))
    const build = (): CompiledQuery<unknown> => dialect.changeLog.insert(json).compile(tx)
    await runPrepared(tx, dialect, `insert ${changeLog}`, build, [json])
    if (from + batchSize < pairs.length) await yieldWhenDue()
  }
}

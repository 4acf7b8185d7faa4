import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { membersOf } from '#domain/input.ts'
import { numberAt, textAt } from '#domain/catalogue/values.ts'
import type { CheckResult } from './integrity.ts'
import { toError } from '../../base/errors.ts'

/** Reads every page of the file in its own thread, table by table so that it can stop in between. */
function findFirstDamage(file: DatabaseSync): string {
  const tables = file.prepare("select name from sqlite_master where type = 'table' and rootpage > 0").all()
  for (const { name } of tables) {
    const quoted = String(name).replaceAll("'", "''")
    const verdict = textAt(file.prepare(`pragma quick_check('${quoted}')`).get() ?? {}, 'quick_check')
    if (verdict !== 'ok') return `${String(name)}: ${verdict}`
  }
  return 'ok'
}

/** SQLITE_CORRUPT and SQLITE_NOTADB; other errors, such as a lock or too little memory, say nothing about the file. */
const damageCodes = [11, 26]

const post = (result: CheckResult): void => parentPort!.postMessage(result)

try {
  const file = new DatabaseSync(String(workerData), { readOnly: true })
  file.exec('pragma busy_timeout = 5000')
  post({ verdict: findFirstDamage(file) })
  file.close()
} catch (error) {
  const { message } = toError(error)
  const errcode = numberAt(membersOf(error), 'errcode')
  // The lowest byte of an extended result code is the primary code.
  post(damageCodes.includes(errcode & 0xff) ? { verdict: message } : { failure: message, errcode })
}

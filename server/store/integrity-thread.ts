import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckResult } from './integrity.ts'

/** Reads every page of the file beside the server, table by table so that it can end in between. */
function firstDamage(file: DatabaseSync): string {
  const tables = file.prepare("select name from sqlite_master where type = 'table' and rootpage > 0").all()
  for (const { name } of tables) {
    const quoted = String(name).replaceAll("'", "''")
    const verdict = String(file.prepare(`pragma quick_check('${quoted}')`).get()?.['quick_check'])
    if (verdict !== 'ok') return `${String(name)}: ${verdict}`
  }
  return 'ok'
}

/** SQLITE_CORRUPT and SQLITE_NOTADB; any other error, such as a lock or too little memory, says nothing about the file. */
const codesOfDamage = [11, 26]

const say = (result: CheckResult): void => parentPort!.postMessage(result)

try {
  const file = new DatabaseSync(String(workerData), { readOnly: true })
  file.exec('pragma busy_timeout = 5000')
  say({ verdict: firstDamage(file) })
  file.close()
} catch (error) {
  const { message, errcode = 0 } = error as Error & { errcode?: number }
  // The lowest byte of an extended code is the code itself.
  say(codesOfDamage.includes(errcode & 0xff) ? { verdict: message } : { failure: message, errcode })
}

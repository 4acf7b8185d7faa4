import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

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

try {
  const file = new DatabaseSync(String(workerData), { readOnly: true })
  parentPort!.postMessage(firstDamage(file))
  file.close()
} catch (error) {
  parentPort!.postMessage((error as Error).message)
}

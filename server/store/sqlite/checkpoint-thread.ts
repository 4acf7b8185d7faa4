import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

// Passive: it waits for no reader or writer and blocks none; remaining frames are transferred by a later checkpoint.
const file = new DatabaseSync(String(workerData))
file.exec('pragma busy_timeout = 5000; pragma synchronous = full; pragma wal_checkpoint(passive)')
file.close()

import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { explainBackupError } from '../backup-error.ts'
import { Mirror } from './mirror.ts'
import type { FromMirror, MirrorData, ToMirror } from './mirror-messages.ts'
import { ObjectStorage } from './object-storage.ts'
import { StorageError } from './storage-error.ts'

/** The worker thread that copies the backup folder to the storage: neither requests nor backups wait for it. */
const data: MirrorData = workerData
const post = (message: FromMirror): void => parentPort!.postMessage(message)

const mirror = new Mirror({ ...data, storage: new ObjectStorage(data.storage), now: () => new Date() })

/** Milliseconds until the next attempt after the first failure, and at most. */
const firstDelay = 2000
const maxDelay = 30_000

/** Runs the work when there is something to do, one at a time; after a failure with a growing delay. */
function repeat(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isWanted = false
  const run = async (): Promise<void> => {
    let delay = firstDelay
    while (isWanted) {
      isWanted = false
      try {
        await work()
        delay = firstDelay
        failing.delete(work)
        if (failing.size === 0) post({ kind: 'works again' })
      } catch (error) {
        report(work, error)
        isWanted = true
        await sleep(delay)
        delay = Math.min(delay * 2, maxDelay)
      }
    }
    running = undefined
  }
  return () => {
    isWanted = true
    return (running ??= run())
  }
}

/** The work that has failed the last time. */
const failing = new Set<unknown>()

function report(work: unknown, error: unknown): void {
  failing.add(work)
  const isPassing = error instanceof StorageError && error.isPassing
  post({ kind: 'failed', problem: explainBackupError(error), isPassing })
}

let wanted = ''

async function sendNewest(): Promise<void> {
  const through = wanted
  if (!(await mirror.sendNewest())) return
  post({ kind: 'sent', through })
}

const lookForNewest = repeat(sendNewest)
const lookForRest = repeat(() => mirror.sendRest())

parentPort!.on('message', (message: ToMirror) => {
  if (message.kind === 'stop') return void stop()
  wanted = message.through
  void lookForNewest()
  void lookForRest()
})

async function stop(): Promise<void> {
  try {
    await sendNewest()
  } catch (error) {
    post({ kind: 'failed', problem: explainBackupError(error), isPassing: true })
  }
  process.exit()
}

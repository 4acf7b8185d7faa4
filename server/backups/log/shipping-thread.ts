import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { explainBackupError } from '../backup-error.ts'
import { FolderLocked, lockFolder, refreshAfter, refreshLock, unlockFolder } from './folder-lock.ts'
import { LogShipper, type ShipperOptions } from './log-shipper.ts'
import { removeUnfinishedBackups } from './retention.ts'
import { maxTurn, type FromShipping, type ShippingData, type ToShipping } from './shipping-messages.ts'

/** The worker thread that writes the backups: it reads, compresses and encrypts beside the requests. */
const data: ShippingData = workerData
const post = (message: FromShipping): void => parentPort!.postMessage(message)

/** Milliseconds until a failed copy of the whole database is tried again. */
const retryAfter = 10 * 60_000

const waitingTurns: (() => void)[] = []
const withoutWrites: ShipperOptions['withoutWrites'] = async (work) => {
  await new Promise<void>((resolve) => {
    waitingTurns.push(resolve)
    post({ kind: 'turn wanted' })
  })
  const start = performance.now()
  try {
    await work(() => performance.now() - start < maxTurn / 2)
  } finally {
    post({ kind: 'turn over' })
  }
}

mkdirSync(data.folder, { recursive: true, mode: 0o700 })
// If it fails, the thread ends, and is started again later.
const lock = data.lock ?? lockFolder(data.folder)
// The lock of the server may be old by now, and taken by another one.
refreshLock(data.folder, lock)
removeUnfinishedBackups(data.folder)
const shipper = new LogShipper({ ...data, now: () => new Date(), withoutWrites }, data.position)
post({ kind: 'started' })

let retryAt = 0
let isCopying = false

async function ship(mayRestart = true): Promise<void> {
  const through = new Date().toISOString()
  try {
    if (!shipper.isShipping) await copyBase()
    await shipper.ship({ mayRestart })
    if (shipper.isShipping) post({ kind: 'shipped', through })
  } catch (error) {
    post({ kind: 'failed', problem: explainBackupError(error) })
  }
}

/** Ships on request, while writes wait: nothing that takes long. */
async function shipNow(): Promise<void> {
  if (shipper.isShipping) return ship(false)
  post({ kind: 'failed', problem: 'There is no backup yet.' })
}

async function copyBase(isRequested = false): Promise<void> {
  // The end of a copy that is being made answers the request as well.
  if (isCopying || (!isRequested && Date.now() < retryAt)) return
  isCopying = true
  try {
    const manifest = await shipper.copyBase()
    retryAt = 0
    post({ kind: 'base', manifest })
  } catch (error) {
    retryAt = Date.now() + retryAfter
    post({ kind: 'failed', problem: explainBackupError(error) })
  } finally {
    isCopying = false
  }
}

const lockTimer = setInterval(() => {
  try {
    refreshLock(data.folder, lock)
  } catch (error) {
    // Ends the thread, so that nothing more is written to the folder of another server.
    if (error instanceof FolderLocked) throw error
    post({ kind: 'failed', problem: explainBackupError(error) })
  }
}, refreshAfter)

let isLooking = false
const timer = setInterval(() => {
  if (isLooking) return
  isLooking = true
  void ship().finally(() => {
    isLooking = false
  })
}, data.interval)
void ship()

parentPort!.on('message', (message: ToShipping) => {
  if (message.kind === 'turn') waitingTurns.shift()?.()
  else if (message.kind === 'ship') void shipNow()
  else if (message.kind === 'copy base') void copyBase(true)
  else void stop()
})

async function stop(): Promise<void> {
  clearInterval(timer)
  clearInterval(lockTimer)
  let isComplete = false
  try {
    await shipper.close()
    isComplete = shipper.isShipping
    unlockFolder(data.folder, lock)
  } catch (error) {
    post({ kind: 'failed', problem: explainBackupError(error) })
  }
  post({ kind: 'stopped', isComplete })
  parentPort!.close()
}

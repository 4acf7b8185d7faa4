import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '#testing/temp-folder.ts'
import { startServer } from '#testing/server-process.ts'

/** The data a server starts with: a new database, or the sample firm. */
export type InitialData = 'new' | 'sample'

/** A start takes two seconds of a core, and many times that on a busy machine. */
export const startOptions = { seconds: 300 }

const folderVariable = 'TEST_PREPARED_DATA'

/**
 * Runs once before all tests: creates one data folder of each kind, which the servers of the tests copy. A copy
 * takes milliseconds; creating the tables and loading the sample firm takes longer than the rest of a server's start.
 */
export async function prepareData(): Promise<() => void> {
  const folder = tempFolder('agridesk-prepared-')
  process.env[folderVariable] = folder
  for (const initialData of ['new', 'sample'] as const) {
    const settings = { DATA_DIR: join(folder, initialData), SAMPLE_DATA: String(initialData === 'sample') }
    const server = await startServer(settings, undefined, startOptions)
    await server.stop()
  }
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Copies the prepared data to a new folder. */
export function copyPreparedData(initialData: InitialData): string {
  const prepared = process.env[folderVariable]
  if (!prepared) throw new Error(`${folderVariable} is not set: the global setup of Playwright sets it`)
  const dataDir = tempFolder('agridesk-e2e-')
  cpSync(join(prepared, initialData), dataDir, { recursive: true })
  return dataDir
}

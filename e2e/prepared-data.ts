import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { startHost, startInHost } from '#testing/processes/server-host.ts'

/** The data a server starts with: a new database, or the sample firm. */
export type InitialData = 'new' | 'sample'

const folderVariable = 'TEST_PREPARED_DATA'

/**
 * Runs once before all tests: starts the process that runs the servers of the tests, and creates one data folder of
 * each kind, which they copy. A copy takes milliseconds; creating the tables and loading the sample firm takes longer
 * than the rest of a server's start.
 */
export async function prepare(): Promise<() => Promise<void>> {
  const folder = tempFolder('agridesk-prepared-')
  process.env[folderVariable] = folder
  const endHost = await startHost()
  for (const initialData of ['new', 'sample'] as const) {
    const settings = { DATA_DIR: join(folder, initialData), SAMPLE_DATA: String(initialData === 'sample') }
    await (await startInHost(settings)).stopAndKeepData()
  }
  return async () => {
    await endHost()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies the prepared data to a new folder, which is removed with the prepared data if not before. */
export function copyPreparedData(initialData: InitialData): string {
  const prepared = process.env[folderVariable]
  if (!prepared) throw new Error(`${folderVariable} is not set: the global setup of Playwright sets it`)
  const dataDir = mkdtempSync(join(prepared, 'data-'))
  cpSync(join(prepared, initialData), dataDir, { recursive: true })
  return dataDir
}

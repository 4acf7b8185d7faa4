// Finds the programs that the tests need and npm does not install.
import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

// The headless shell is the same browser without its user interface and needs a third less CPU.
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const chromiumPlaces = [
  ...chromiumNames.map((name) => `/usr/bin/${name}`),
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// On Debian the server programs are not in PATH; Homebrew has a folder for each version.
const postgresPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
]

function inPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** How the tests start the browser: without what a user's browser does in the background. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser in CHROMIUM_PATH, or an installed one. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return existsSync(named) ? named : undefined
  return (
    chromiumPlaces.find((file) => existsSync(file)) ??
    chromiumNames.map(inPath).find((file) => file !== undefined)
  )
}

/** The folder of the PostgreSQL server programs; the newest of several versions. */
export function findPostgresPrograms(): string | undefined {
  const control = inPath('pg_ctl')
  const folders = control
    ? [dirname(realpathSync(control))]
    : globSync(postgresPlaces).toSorted(byVersion).toReversed()
  return folders.find((folder) => ['postgres', 'initdb'].every((name) => existsSync(join(folder, name))))
}

/** A program in PATH, or in a folder for administrators, which PATH often lacks. */
export const findProgram = (name: string): string | undefined =>
  inPath(name) ?? ['/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find((file) => existsSync(file))

function byVersion(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}

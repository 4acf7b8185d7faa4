// Runs a command of a release; bin/agridesk starts it with the Node of the release.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const defaultSettings = '/etc/agridesk/agridesk.env'
/** Each can be in a file instead, as secrets of containers are: PGPASSWORD_FILE names it. */
const secrets = [
  'DATABASE_URL',
  'PGPASSWORD',
  'ADMIN_PASSWORD',
  'BACKUP_KEY',
  'BACKUP_S3_SECRET_KEY',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
]

const { version, commands }: { version: string; commands: Record<string, string> } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
)

const help = `AgriDesk ${version}

agridesk start     migrates the database and serves until it is stopped
agridesk ready     exits with 0 if the server on this machine is ready, else with 1

Other commands: ${Object.keys(commands)
  .filter((name) => !['start', 'ready'].includes(name))
  .join(', ')}; see docs/operations.md.

Settings are environment variables, or lines like PORT=4000 of the file that AGRIDESK_ENV names (${defaultSettings}).
DATA_DIR is required: the folder of the data, outside of the release.
`

class SettingsError extends Error {}

/** Reads the settings of the service, so that the other commands have them too; the environment goes first. */
function loadSettings(): void {
  const named = process.env['AGRIDESK_ENV']
  const file = named ?? defaultSettings
  if (named !== undefined || existsSync(file)) loadFile(file)
  for (const name of secrets) {
    const path = process.env[`${name}_FILE`]
    if (path) process.env[name] ??= read(path, `${name}_FILE`)
  }
  if (!process.env['DATA_DIR'])
    throw new SettingsError(
      'Set DATA_DIR to the folder of the data. It should be outside of the release, to survive an upgrade.',
    )
}

function loadFile(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    // systemd has read the file as root, before the service became an ordinary user.
    if (process.env['INVOCATION_ID'] === undefined)
      throw new SettingsError(
        `The settings in ${file} could not be read: ${reasonOf(error)}. Run the command as the user of the server.`,
      )
  }
}

function read(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SettingsError(`The file that ${setting} names could not be read: ${reasonOf(error)}.`)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

// The command reads its own arguments from the same place.
const [name = '--help'] = process.argv.splice(2, 1)
const file = commands[name]
if (file !== undefined) {
  try {
    loadSettings()
  } catch (error) {
    if (error instanceof SettingsError) stop(error.message)
    throw error
  }
  await import(fileURLToPath(new URL(file, root)))
} else if (['--help', '--version'].includes(name)) {
  process.stdout.write(name === '--help' ? help : `${version}\n`)
} else stop(`There is no command ${name}.\n\n${help}`)

// Runs a command of a release; bin/agridesk starts it with the Node of the release.
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { versionOfPackage } from '#server/base/version.ts'
import { commands } from './commands.ts'

const defaultSettings = '/etc/agridesk/agridesk.env'

const root = new URL('../../', import.meta.url)
const help = `AgriDesk ${versionOfPackage()}

${Object.entries(commands)
  .map(([name, { about }]) => `agridesk ${name.padEnd(8)} ${about}\n`)
  .join('')}
Settings are environment variables, or lines like PORT=4000 of the file that AGRIDESK_ENV names (${defaultSettings}).
DATA_DIR is required: the folder of the data, outside of the release. See docs/operations.md.
`

/** Reads the settings of the service, so that the other commands have them too; the environment goes first. */
function loadSettings(): void {
  const named = process.env['AGRIDESK_ENV']
  const file = named ?? defaultSettings
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (named === undefined && code === 'ENOENT') return
    // A service reads the file as root, before it becomes an ordinary user.
    if (named === undefined && process.env['DATA_DIR'] !== undefined) return
    stop(
      `The settings in ${file} could not be read (${code}). Run the command as root or as the user of AgriDesk.`,
    )
  }
  process.loadEnvFile(file)
}

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

// The command reads its own arguments from the same place.
const [name = '--help'] = process.argv.splice(2, 1)
const command = commands[name]
if (command) {
  loadSettings()
  if (!process.env['DATA_DIR'])
    stop(
      'Set DATA_DIR to the folder of the data. It should be outside of the release, to survive an upgrade.',
    )
  await import(fileURLToPath(new URL(command.file, root)))
} else if (['--help', '--version'].includes(name)) {
  process.stdout.write(name === '--help' ? help : `${versionOfPackage()}\n`)
} else stop(`There is no command ${name}.\n\n${help}`)

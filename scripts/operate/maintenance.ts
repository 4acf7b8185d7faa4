import { readConfig } from '#server/base/config.ts'
import { commandLine } from '#server/base/command-line.ts'
import { readMaintenance, setMaintenance } from '#server/operations/maintenance.ts'
import { openForCommand } from '#server/operations/open-for-command.ts'
import { CommandError, helpOf, runOperatorCommand, say } from './command.ts'

const help = helpOf([
  [
    commandLine('maintenance', 'on', '"Back at 14:00"'),
    'only administrators are served; all others get this message, and phones send later',
  ],
  [commandLine('maintenance', 'off'), 'everyone is served again'],
  [commandLine('maintenance'), 'says which'],
])

await runOperatorCommand(async () => {
  const [state, message, ...rest] = process.argv.slice(2)
  const isKnown = state === undefined || state === 'on' || (state === 'off' && message === undefined)
  if (!isKnown || rest.length > 0) throw new CommandError(help)
  const store = await openForCommand(readConfig(process.env))
  try {
    if (state !== undefined)
      await store.transaction((tx) =>
        setMaintenance(tx, state === 'on' ? { message: message ?? null } : undefined, () => new Date()),
      )
    const current = await readMaintenance(store.read)
    say(
      current
        ? 'Maintenance mode is on: within seconds only administrators are served. Phones keep what they record and send it later.\n'
        : 'Maintenance mode is off: everyone is served.\n',
    )
  } finally {
    await store.close()
  }
})

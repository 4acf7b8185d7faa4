import { readConfig } from '#server/base/config.ts'
import { commandLine } from '#server/base/command-line.ts'
import { endAllSessions } from '#server/operations/account-commands.ts'
import { openForCommand } from '#server/operations/open-for-command.ts'
import { CommandError, helpOf, runOperatorCommand, say } from './command.ts'

await runOperatorCommand(async () => {
  const [what, ...rest] = process.argv.slice(2)
  if (what !== 'end-all' || rest.length > 0)
    throw new CommandError(
      helpOf([
        [
          commandLine('sessions', 'end-all'),
          'ends the sessions of all accounts; everyone has to log in again',
        ],
      ]),
    )
  const store = await openForCommand(readConfig(process.env))
  const ended = await endAllSessions(store, () => new Date()).finally(() => store.close())
  say(`Ended ${ended} sessions. Everyone has to log in again; API tokens and what phones hold stay.\n`)
})

import { readConfig } from '#server/base/config.ts'
import { commandLine } from '#server/base/command-line.ts'
import { unlockLogin } from '#server/operations/account-commands.ts'
import { openForCommand } from '#server/operations/open-for-command.ts'
import { CommandError, helpOf, runOperatorCommand, say } from './command.ts'

await runOperatorCommand(async () => {
  const [email, ...rest] = process.argv.slice(2)
  if (email === undefined || email.startsWith('-') || rest.length > 0)
    throw new CommandError(
      helpOf([
        [commandLine('unlock', 'anita@agridesk.in'), 'forgets the wrong passwords and codes of this account'],
      ]),
    )
  const store = await openForCommand(readConfig(process.env))
  const isKnown = await unlockLogin(store, email, () => new Date()).finally(() => store.close())
  if (!isKnown) throw new CommandError(`There is no account with the e-mail address ${email}.`)
  say(
    `${email} can try to log in at once. Too many wrong log-ins from one address are still slowed down to one a minute.\n`,
  )
})

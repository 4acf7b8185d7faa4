import { commandLine } from '#server/base/command-line.ts'
import { examine } from '#server/operations/doctor/doctor.ts'
import { CommandError, helpOf, runOperatorCommand, say } from './command.ts'

await runOperatorCommand(async () => {
  const [option, ...rest] = process.argv.slice(2)
  if ((option !== undefined && option !== '--json') || rest.length > 0)
    throw new CommandError(
      helpOf([
        [
          commandLine('doctor'),
          'checks settings, disk, clock, database, TLS, mail and backups, and says what to do',
        ],
        [commandLine('doctor', '--json'), 'the same for programs'],
      ]),
    )
  const findings = await examine(process.env, new Date())
  const problems = findings.filter(({ state }) => state === 'problem').length
  const warnings = findings.filter(({ state }) => state === 'warning').length
  if (option === '--json') say(`${JSON.stringify(findings, null, 2)}\n`)
  else {
    for (const { about, state, sentence } of findings) say(`${state.padEnd(8)} ${about}: ${sentence}\n`)
    say(problems + warnings === 0 ? 'All is well.\n' : `Problems: ${problems}, warnings: ${warnings}.\n`)
  }
  if (problems > 0) process.exitCode = 1
})

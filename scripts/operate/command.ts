import { ConfigError } from '#server/base/config.ts'
import { toError } from '#server/base/errors.ts'
import { explainOpenError } from '#server/store/files/explain-open-error.ts'
import { SchemaError } from '#server/store/schema/migrate.ts'

export const say = (text: string): void => void process.stdout.write(text)

/** One line for each form of a command. */
export function helpOf(lines: readonly (readonly [command: string, about: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length))
  return lines.map(([command, about]) => `${command.padEnd(width)}  ${about}\n`).join('')
}

/** Runs a command of the operator; a failure is one sentence, and exit code 1. */
export async function runCommand(
  work: () => Promise<void>,
  explain: (error: unknown) => string,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isKnown = error instanceof ConfigError || error instanceof SchemaError
    process.stderr.write(`${isKnown ? error.message : explain(error)}\n`)
    process.exitCode = 1
  }
}

/** A wrong call of a command, or what it refuses; the message is for the operator. */
export class CommandError extends Error {}

/** A command on the database of the settings. */
export const runOperatorCommand = (work: () => Promise<void>): Promise<void> =>
  runCommand(work, (error) => {
    if (error instanceof CommandError) return error.message
    return explainOpenError(error, process.env['DATA_DIR'] ?? './data') ?? toError(error).message
  })

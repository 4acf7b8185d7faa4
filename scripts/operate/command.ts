import { ConfigError } from '#server/base/config.ts'
import { SchemaError } from '#server/store/schema/migrate.ts'

export const say = (text: string): void => void process.stdout.write(text)

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

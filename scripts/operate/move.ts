import { resolve } from 'node:path'
import { commandLine } from '#server/base/command-line.ts'
import { readConfig } from '#server/base/config.ts'
import { toError } from '#server/base/errors.ts'
import { MoveError } from '#server/move/move-error.ts'
import { move } from '#server/move/move.ts'
import type { Place } from '#server/move/side.ts'
import { explainOpenError } from '#server/store/files/explain-open-error.ts'
import { helpOf, runCommand, say } from './command.ts'

const help = `${helpOf([
  [
    commandLine('move', '--to', 'postgres://user:password@host:5432/database'),
    'moves everything to an empty PostgreSQL database',
  ],
  [commandLine('move', '--to', '/path/of/a/folder'), 'moves everything to a new embedded database'],
])}
From the database of the server: DATABASE_URL, or DATA_DIR. Stop the server first. Nothing is changed in it. A move that was
interrupted continues with the same command.
`

const [option, to, ...rest] = process.argv.slice(2)

await runCommand(async () => {
  if (option === '--help') return say(help)
  if (option !== '--to' || to === undefined || rest.length > 0)
    throw new MoveError(`Say where to:\n\n${help}`)
  const { dataDir, databaseUrl } = readConfig(process.env)
  const target = placeOf(to)
  if (target.databaseUrl === undefined && databaseUrl === undefined && target.dataDir === dataDir)
    throw new MoveError(`${dataDir} is the folder of the database that is to be moved. Move to another one.`)
  const start = performance.now()
  const { from, tables, rows, ...moved } = await move({
    from: { dataDir, databaseUrl },
    to: target,
    now: () => new Date(),
    onProgress: (text) => say(`${text}\n`),
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const setting =
    target.databaseUrl === undefined
      ? `DATA_DIR to ${target.dataDir}${databaseUrl === undefined ? '' : ' and DATABASE_URL to nothing'}`
      : 'DATABASE_URL to its address'
  say(
    `Moved ${rows} rows of ${tables} tables to ${moved.to} and compared them, in ${seconds} s. Set ${setting} and start the server; everyone has to log in again. Keep ${from} until all is well, but do not start a server on it.\n`,
  )
}, explain)

function placeOf(text: string): Place {
  const isAddress = /^[a-z]+:\/\//i.test(text)
  if (isAddress && !/^postgres(ql)?:\/\//.test(text))
    throw new MoveError(
      '--to should be an address like postgres://user:password@host:5432/database, or a folder.',
    )
  return isAddress ? { dataDir: '', databaseUrl: text } : { dataDir: resolve(text), databaseUrl: undefined }
}

function explain(error: unknown): string {
  if (error instanceof MoveError) {
    const reason = explainOpenError(error.cause, to ?? '')
    return reason === undefined ? error.message : `${error.message}. ${reason}`
  }
  return (
    explainOpenError(error, to ?? '')?.replace('in DATABASE_URL', 'of the move') ?? toError(error).message
  )
}

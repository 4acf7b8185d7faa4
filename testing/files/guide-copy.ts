import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { DatabaseName } from '../databases.ts'
import { startServer } from '../processes/server-process.ts'
import { openTestApp } from '../test-app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the sources in which a test follows CONTRIBUTING.md word for word. */
export interface GuideCopy {
  folder: string
  /** The first line of a code block of the guide, by what stands behind its backticks. */
  block: (name: string) => string
  /** All lines of such a block. */
  wholeBlock: (name: string) => string
  /** Replaces a text that has to be there. */
  edit: (file: string, before: string, after: string) => void
  /** Runs `npm run db:diff` in the copy and returns what it prints. */
  diff: (...words: string[]) => string
}

export function copyForGuide(prefix: string): GuideCopy {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  for (const part of ['domain', 'server', 'web', 'scripts', 'translations', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  return {
    folder,
    block: (name) => {
      const found = new RegExp(`\`\`\`${name}\n\\s*(.*)\n`).exec(guide)
      if (!found) throw new Error(`The guide has no block "${name}"`)
      return found[1]!
    },
    wholeBlock: (name) => {
      const found = new RegExp(`\`\`\`${name}\n([^]*?)\n *\`\`\``).exec(guide)
      if (!found) throw new Error(`The guide has no block "${name}"`)
      return `${found[1]!.replaceAll(/^ {3}/gm, '')}\n`
    },
    edit: (file, before, after) => {
      const path = join(folder, file)
      const source = readFileSync(path, 'utf8')
      if (!source.includes(before)) throw new Error(`${file} has no ${before}`)
      writeFileSync(path, source.replace(before, after))
    },
    diff: (...words) =>
      execFileSync(process.execPath, [join(folder, 'scripts/db-diff.ts'), ...words], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      }),
  }
}

type Answer = Record<string, unknown>
type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

const sendTo =
  (url: string, token: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return parseJson((await answer.text()) || '{}', isObject)
  }

/** Fills a database with the app of these sources, and starts the server of the copy on it. */
export async function upgradeToCopy<T>(
  database: DatabaseName,
  copy: string,
  before: (send: Send) => Promise<T>,
  after: (send: Send, known: T) => Promise<void>,
): Promise<void> {
  const older = await openTestApp(database)
  // The session outlives the app, so it has to be valid by the clock of the server.
  older.clock.now = new Date()
  const token = await older.as('ADMIN')
  const known = await before(async (...request) => (await older.request(...request)).body)
  const { dataDir, databaseUrl, drop } = await older.leave()
  try {
    const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const newer = await startServer(environment, copy, { seconds: 60 })
    await after(sendTo(newer.url, token), known).finally(() => newer.stop())
  } finally {
    await drop()
  }
}

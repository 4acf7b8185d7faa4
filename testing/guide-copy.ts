import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newDatabase, type DatabaseName } from './databases.ts'
import { startServer } from './server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

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
  for (const part of ['domain', 'server', 'web', 'scripts', 'package.json', 'tsconfig.json'])
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

const administrator = { email: 'boss@example.in', password: 'harvest moon rises' }
const administratorSettings = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
}

type Answer = Record<string, unknown> & { items?: Record<string, unknown>[] }
type Request = [method: string, path: string, body?: unknown]
type Send = (...request: Request) => Promise<Answer>

/** Sends requests as the administrator of a running server. */
async function asAdministrator(url: string): Promise<Send> {
  const send = async (token: string, ...[method, path, body]: Request): Promise<Answer> => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return (text ? JSON.parse(text) : {}) as Answer
  }
  const { token } = await send('', 'POST', '/api/auth/login', administrator)
  return (...request) => send(String(token), ...request)
}

/** Starts the server of these sources and then that of the copy on the same database, with requests to each. */
export async function upgradeToCopy<T>(
  database: DatabaseName,
  copy: string,
  before: (send: Send) => Promise<T>,
  after: (send: Send, known: T) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl, drop } = await newDatabase(database)
  const environment = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...administratorSettings,
  }
  try {
    const older = await startServer(environment, root, { seconds: 60 })
    const known = await before(await asAdministrator(older.url))
    await older.stop()
    const newer = await startServer(environment, copy, { seconds: 60 })
    await after(await asAdministrator(newer.url), known).finally(() => newer.stop())
  } finally {
    await drop()
  }
}

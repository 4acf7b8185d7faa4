import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { compiledFolder } from '#testing/processes/server-process.ts'
import { openTestApp } from '#testing/test-app.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { loadSampleFirm } from '../starter/sample-firm.ts'
import { newId } from '../store/new-id.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { move, type Moved } from './move.ts'
import { allTables, leftSettings } from './moved-tables.ts'
import { openSource, type Place } from './side.ts'
import { unreadByWebhooks } from './webhook-cursors.ts'

const now = (): Date => new Date('2026-11-18T04:00:00.000Z')
const homes: TestDatabase[] = []
let source: Place
let middle: TestDatabase

const open = ({ dataDir, databaseUrl }: Place): Promise<Store> =>
  openStore({ dataDir, databaseUrl, now, onTrouble: () => {}, poolSize: 3 })

const newHome = async (name: 'sqlite' | 'postgres'): Promise<TestDatabase> => {
  const home = await newDatabase(name)
  homes.push(home)
  return home
}

const moveTo = (from: Place, to: Place): Promise<Moved> => move({ from, to, now, onProgress: () => {} })
const refusal = (from: Place, to: Place): Promise<string> =>
  moveTo(from, to).then(
    () => 'moved',
    (error: Error) => error.message,
  )

/** The text of every row of every table that is moved, in any order. */
async function contentOf(place: Place): Promise<Map<string, string[]>> {
  const store = await open(place)
  const left = new Set(['session', 'push_subscription', 'change_log'])
  const content = new Map<string, string[]>()
  for (const table of allTables().filter(({ name }) => !left.has(name))) {
    const columns = table.columns.map(({ name }) => name).filter((name) => !name.startsWith('cursor'))
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table.name)}`.execute(
      store.read,
    )
    const own =
      table.name === 'setting'
        ? rows.filter(({ name }) => ![...leftSettings, 'owners.day'].includes(String(name)))
        : rows
    const texts = own.map((row) =>
      JSON.stringify(
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ),
      ),
    )
    content.set(table.name, texts.toSorted())
  }
  await store.close()
  return content
}

const secretText = 'tab\t, line\n, back\\slash, ગુજરાતી, "quote", \\N, 𝒜'

beforeAll(async () => {
  const app = await openTestApp('sqlite')
  await loadSampleFirm(app.ctx)
  // A session, webhooks that have not read everything, and values that are difficult to copy.
  await app.as('ADMIN')
  for (const name of ['ERP', 'Reports']) {
    const hook = { name, url: 'https://erp.example/in', events: ['*'] }
    expect((await app.request('POST', '/api/v1/webhooks', hook)).status).toBe(201)
    await app.make('soil')
  }
  await app.store.transaction(async (tx) => {
    for (const size of [0, 1, 200_000])
      await tx
        .insertInto('photo')
        .values({
          id: newId(now()),
          account_id: null,
          media_type: 'image/jpeg',
          content: Buffer.alloc(size, 'é\0'),
          created_at: now().toISOString(),
          visit_id: null,
        })
        .execute()
    await tx.insertInto('setting').values({ name: 'difficult', value: secretText, changed_at: '' }).execute()
  })
  expect(await sealAudit(app.ctx)).toBeGreaterThan(0)
  const home = await app.leave()
  homes.push(home)
  source = home
  middle = await newHome('postgres')
}, 60_000)

afterAll(async () => {
  for (const home of homes) await home.drop()
})

describe('a move', () => {
  it('is refused while a server uses the database, and into one that is not empty', async () => {
    const [empty, other] = [await newHome('sqlite'), await newHome('sqlite')]
    expect(await refusal({ dataDir: join(empty.dataDir, 'none'), databaseUrl: undefined }, middle)).toMatch(
      /There is no database in/,
    )
    const served = await open(source)
    expect(await refusal(source, middle)).toMatch(/Another AgriDesk is already running/)
    await served.close()
    const onPostgres = await newHome('postgres')
    const server = await open(onPostgres)
    expect(await refusal(onPostgres, other)).toMatch(/A server is connected to .*Stop all instances first/)
    expect(await refusal(source, onPostgres)).toMatch(/A server is connected to/)
    await server.close()
    expect(await refusal(source, onPostgres)).toMatch(/is not empty: it has \d+ tables/)
    expect(await refusal(onPostgres, source)).toMatch(/is not empty/)
    writeFileSync(join(empty.dataDir, 'agridesk.state'), '{}')
    expect(await refusal(source, empty)).toMatch(/has been used before \(agridesk.state\)/)
  })

  it('that is killed cannot be started, goes on, and has everything on PostgreSQL', async () => {
    const before = await contentOf(source)
    await killedMove(source, middle)
    await expect(open(middle)).rejects.toThrow(/target of a move that is not complete/)
    const { rows, tables } = await moveTo(source, middle)
    expect([rows > 1000, tables]).toEqual([true, before.size])
    expect(await contentOf(middle)).toEqual(before)
    const store = await open(middle)
    expect(await store.read.selectFrom('session').select('id').execute()).toEqual([])
    const { problems, waiting } = await verifyAudit(store.read, store.dialect)
    expect([problems, waiting]).toEqual([[], 0])
    await store.close()
    const unreadBefore = await unread(source)
    const [some = 0, more = 0] = [...unreadBefore.values()]
      .map(({ length }) => length)
      .toSorted((a, b) => a - b)
    expect(some).toBeGreaterThan(0)
    expect(more).toBeGreaterThan(some)
    expect(await unread(middle)).toEqual(unreadBefore)
  }, 60_000)

  it('goes back to an embedded database with the same rows, indexes and codes that go on', async () => {
    const back = await newHome('sqlite')
    await moveTo(middle, back)
    expect(await contentOf(back)).toEqual(await contentOf(source))
    expect(await schemaOf(back)).toEqual(await schemaOf(source))
    expect(await unread(back)).toEqual(await unread(source))
  }, 60_000)

  it('notices that the source was changed since it began', async () => {
    const target = await newHome('sqlite')
    const onProgress = (text: string): void => {
      if (text.startsWith('Building')) throw new Error('interrupted')
    }
    await expect(move({ from: middle, to: target, now, onProgress })).rejects.toThrow('interrupted')
    const store = await open(middle)
    await store.transaction((tx) =>
      tx.updateTable('setting').set({ value: 'other' }).where('name', '=', 'difficult').execute(),
    )
    await store.close()
    expect(await refusal(source, target)).toMatch(/has an unfinished move from the PostgreSQL database/)
    expect(await refusal(middle, target)).toMatch(
      /The table setting differs.*empty the target and move again/,
    )
    await expect(open(target)).rejects.toThrow(/move that is not complete/)
  })
})

async function schemaOf(place: Place): Promise<unknown> {
  const store = await open(place)
  const { rows } =
    await sql`select type, name from sqlite_master where name not like 'sqlite_%' order by 1, 2`.execute(
      store.read,
    )
  await store.close()
  return rows
}

/** The changes that each webhook has not read, by webhook. */
async function unread(place: Place): Promise<Map<string, string[]>> {
  const side = await openSource(place)
  const all = await unreadByWebhooks(side)
  await side.close()
  return new Map(all.map(({ webhook, changes }) => [webhook, changes.toSorted()]))
}

/** Runs the command and kills it when a third of the rows are copied. */
async function killedMove(from: Place, to: Place): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/operate/move.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, '--to', to.databaseUrl ?? to.dataDir],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: compiledFolder,
        DATA_DIR: from.dataDir,
        ...(from.databaseUrl && { DATABASE_URL: from.databaseUrl }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  child.stdout.on('data', (chunk: Buffer) => {
    if (/Copying: [3-9]0 %/.test(chunk.toString())) child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)))
  expect(signal).toBe('SIGKILL')
}

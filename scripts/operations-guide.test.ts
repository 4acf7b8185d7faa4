import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatInstant } from '#domain/dates/moments.ts'
import { sealAudit } from '#server/audit/seal-audit.ts'
import { completeBackups, writeManifest } from '#server/backups/backup-folder.ts'
import { makeBackup } from '#server/backups/commands.ts'
import { settingNames } from '#server/operations/doctor/check-settings.ts'
import { openForThread } from '#server/store/open-store.ts'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { compiledFolder, startServer } from '#testing/processes/server-process.ts'
import { startStorageServer, storageKeys, type StorageServer } from '#testing/storage-server.ts'
import { blocksOf, quotedCommands, readGuide } from './deploy/guide.ts'
import { trials } from './deploy/trials.ts'
import { root } from './test/run-program.ts'

const guide = readGuide()
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** What this file runs. */
const runHere = [
  'sh balances',
  'sh backup',
  'sh restore',
  'sh settings of the storage',
  'sh settings of single sign-on',
  'sh restore from the storage',
  'sh drill from the storage',
  'sh move',
  'sh doctor',
  'sh while it runs',
  'sh audit',
  'npm run backup -- --new-key',
]

/** What is run by something else, or not at all, and why. */
const notRunHere: Readonly<Record<string, string>> = {
  'npm start': 'runs a first start in npm test',
  'npm test': 'runs this test',
  'npm run backup -- --list': 'is in the block "sh backup"',
  'npm run doctor': 'is in the block "sh doctor"',
  'npm run move': 'is in the block "sh move"',
  'npm run release': 'is in the block "sh container"',
  'npm run release -- --verify': 'takes minutes: run before a release',
  'npm run trust': 'measures for hours: docs/trust.md has the results',
  'npm run drill -- failover': 'kills a cluster for an hour: docs/failover.md has the results',
  'npm run drill -- upgrade': 'replaces instances under load for minutes: docs/failover.md has the results',
  'npm audit --omit=dev': 'needs the registry of npm',
  'apt install libstdc++6 libatomic1': 'needs a mirror of Debian; the machines of the trials have them',
  'apt install pgbackrest': 'needs a mirror of Debian; the machine of the trial has it',
  'sh pgbackrest newest': 'npm run trust -- --only 20 runs it without systemd: docs/trust.md has the result',
  'sudo -u postgres psql --command checkpoint':
    'npm run trust -- --only 20 runs its statement after each restore',
  'sh machine': 'needs a mirror of Debian; its result is what the trials start from',
  'debootstrap --variant=minbase --include=libatomic1,libstdc++6 bookworm base && tar -C base -c . | podman import - debian-base':
    'needs a mirror of Debian; its result is what the trial of the image starts from',
  'systemctl edit agridesk': 'opens an editor',
  'podman network inspect': 'shows what compose has made, which needs docker or podman-compose',
}

describe('docs/operations.md', () => {
  it('has no command that nothing runs', () => {
    const run = [...runHere, ...Object.keys(notRunHere), ...Object.values(trials).flatMap(({ runs }) => runs)]
    const ways = Object.keys(trials).map((name) => `npm run try-deploy -- ${name}`)
    const written = [...blocksOf(text).keys(), ...quotedCommands(text)]
    expect(written.filter((name) => ![...run, ...ways].includes(name))).toEqual([])
    expect([...run, ...ways].filter((name) => !written.includes(name))).toEqual([])
  })

  it.each(['sh settings of the storage', 'sh settings of single sign-on'])('%s names settings', (name) => {
    const known = settingNames()
    const names = settingsOf(guide.block(name))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((each) => !known.has(each))).toEqual([])
  })
})

const settingsOf = (block: string): string[] => [...block.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)

const account = { email: 'boss@example.in', password: 'harvest moon rises' }
const folder = tempFolder('agridesk-guide-')
const backups = join(folder, 'backups')
let key: string
let home: TestDatabase
let storage: StorageServer
let settings: Record<string, string> = {}

/** Runs a script as it is written; `npm run` is what package.json says, without npm. */
async function run(script: string, environment: Record<string, string> = {}): Promise<string> {
  const env = { ...settings, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, ...environment }
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: folder, env })
  return stdout
}

function writeNpm(): void {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const cases = Object.entries(scripts).map(
    ([name, line]) => `${name}) script=${join(root, line.split(' ')[2] ?? '')} ;;`,
  )
  const node = `exec '${process.execPath}' --disable-warning=ExperimentalWarning "$script" "$@"`
  const lines = ['#!/bin/sh', 'case $2 in', ...cases, 'esac', 'shift 2', '[ "$1" = -- ] && shift', node]
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), `${lines.join('\n')}\n`)
  chmodSync(join(folder, 'bin/npm'), 0o755)
}

beforeAll(async () => {
  writeNpm()
  home = await newDatabase('sqlite', { isReady: true })
  storage = await startStorageServer()
  settings = { NODE_COMPILE_CACHE: compiledFolder }
  key = (await run(guide.command('npm run backup -- --new-key'))).trim()
  settings = {
    ...settings,
    DATA_DIR: home.dataDir,
    BACKUP_DIR: backups,
    BACKUP_INTERVAL: '1',
    BACKUP_S3_ENDPOINT: storage.endpoint,
    BACKUP_S3_REGION: 'r',
    BACKUP_S3_BUCKET: storage.bucket,
    BACKUP_S3_ACCESS_KEY: storageKeys.accessKey,
    BACKUP_S3_SECRET_KEY: storageKeys.secretKey,
    BACKUP_KEY: key,
  }
})
afterAll(async () => {
  await storage.close()
  await home.drop()
})

describe('the commands of docs/operations.md', { timeout: 180_000 }, () => {
  it('work beside a server as they are written', async () => {
    expect(settingsOf(guide.block('sh settings of the storage')).filter((name) => !settings[name])).toEqual(
      [],
    )
    const server = await startServer({
      ...settings,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
    })
    try {
      const request = async (path: string, body: object, token = ''): Promise<{ token: string }> => {
        const answer = await fetch(server.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        })
        expect(answer.ok).toBe(true)
        return JSON.parse(await answer.text())
      }
      const session = await request('/api/auth/login', account)
      const expiresOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const erp = { name: 'ERP', role: 'OFFICE', places: 'everything', expiresOn }
      const { token } = await request('/api/v1/api-tokens', erp, session.token)
      writeFileSync(
        join(folder, 'balances.csv'),
        'Customer Code,Receivable,Overdue,As Of\nC-1,100,0,18/11/2026\n',
      )
      const upload = guide.block('sh balances').replace('…', token)
      expect(await run(upload.replace('https://agridesk.example', server.url))).toContain('"counts"')

      const made = await run(guide.block('sh backup'))
      expect(made).toMatch(/The backup is complete: .*, encrypted,/)
      expect(made).toMatch(/Z {2}from .* to .*, not yet restored in a drill/)
      expect(made).toMatch(/The backup \S+ can be restored/)
      expect(await run(guide.block('sh doctor'))).toMatch(
        /backups: A backup was restored and compared 0 hours ago/,
      )
      const commands = await run(guide.block('sh while it runs').replace('anita@agridesk.in', account.email))
      expect(commands.split('\n').length).toBeGreaterThan(4)
      const left = await fetch(`${server.url}/api/v1/soils`, {
        headers: { authorization: `Bearer ${session.token}` },
      })
      expect(left.status).toBe(401)
      const isStored = (): boolean =>
        [...storage.objects.keys()].some((name) => name.endsWith('.sqlite.zst.age'))
      await expect.poll(isStored, { timeout: 30_000, interval: 100 }).toBe(true)
    } finally {
      await server.stop()
    }
  })

  it('restore the newest state and a moment, from the folder and from the storage', async () => {
    const now = new Date()
    const past = new Date(now.getTime() - 3_600_000)
    const early = join(folder, 'early')
    const manifest = await makeBackup({
      dataDir: home.dataDir,
      folder: early,
      key,
      now: past,
      version: 'test',
    })
    const [backup] = completeBackups(early)
    writeManifest(backup!.folder, { ...manifest, readyAt: past.toISOString() })
    const at = formatInstant(new Date(now.getTime() - 1_800_000).toISOString(), 'Asia/Kolkata')
    const script = guide.block('sh restore').replace('18/11/2026 10:30', at)
    const restored = await run(script, { DATA_DIR: join(folder, 'restored'), BACKUP_DIR: early })
    expect(restored.match(/Restored the state of .* Start the server now/g)).toHaveLength(2)

    const elsewhere = { DATA_DIR: join(folder, 'new'), BACKUP_DIR: join(folder, 'empty') }
    const fetched = await run(guide.block('sh restore from the storage'), elsewhere)
    expect(fetched.match(/Reading the backups in backups\/agridesk\//g)).toHaveLength(2)
    expect(fetched.match(/Restored the state of/g)).toHaveLength(2)
    expect(fetched).toMatch(/There is no backup in .*empty\.\n\nIn backups\/agridesk\/ .*:\n\S+Z {2}from/)
    const drilled = await run(guide.block('sh drill from the storage'), elsewhere)
    expect(drilled).toMatch(/The backup \S+ can be restored: .* tables, .* rows/)
  })

  it('refuse a time before the first backup and a time to come, in a sentence', async () => {
    const refused = (script: string): Promise<string> =>
      run(script, { DATA_DIR: join(folder, 'refused') }).then(
        () => 'not refused',
        (error: { stderr: string }) => error.stderr,
      )
    expect(await refused('npm run restore -- --at 2020-01-01T00:00:00Z')).toMatch(
      /^The first backup is of \S+\. Choose that time or a later one\.\n$/,
    )
    expect(await refused('npm run restore -- --at 2999-01-01T00:00:00Z')).toMatch(/is in the future/)
  })

  it('seal and verify the audit, and move to PostgreSQL and back', async () => {
    const { dataDir } = home
    const store = await openForThread({
      dataDir,
      databaseUrl: undefined,
      onTrouble: () => {},
      withWriter: (work) => work(),
    })
    await sealAudit({ store, now: () => new Date() }).finally(() => store.close())
    expect(await run(guide.block('sh audit'))).toMatch(/in order/)

    const target = await newDatabase('postgres')
    const [to = '', back = ''] = guide.block('sh move').trim().split('\n')
    const address = target.databaseUrl ?? ''
    const client = new pg.Client({ connectionString: address })
    try {
      const moved = await run(to.replace('postgres://user:password@host:5432/agridesk', `'${address}'`))
      expect(moved).toMatch(/Moved \d+ rows of \d+ tables to .* and compared them/)
      await client.connect()
      await client.query(guide.block('sql sessions'))
      const folderOfMove = join(folder, 'moved')
      const returned = await run(back.replace('/srv/agridesk', folderOfMove), { DATABASE_URL: address })
      expect(returned).toContain(folderOfMove)
    } finally {
      await client.end()
      await target.drop()
    }
  })
})

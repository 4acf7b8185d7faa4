import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { startServer } from '../rows/server-start.ts'
import { columnRequests } from './column-requests.ts'
import { codesIn, type Peer } from './peer.ts'

const version = '12.4.0'
const token = 'only-for-the-benchmark'

/** The Node and npm of this machine: its native parts do not compile for every version, such as ours. */
const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((each) => each !== dirname(process.execPath) && !each.includes('node_modules'))
  .join(delimiter)

let installed: { folder: string } | { reason: string } | undefined

/** Directus over the same tables, installed from npm into a temporary folder, as long as the command runs. */
export const directus: Peer = {
  name: 'Directus',
  // Its driver for SQLite reads neither our text indexes nor their triggers.
  databases: ['postgres'],
  missing: () => {
    installed ??= install()
    return 'reason' in installed ? installed.reason : undefined
  },
  prepare: async (data, location) => {
    const { folder } = installed as { folder: string }
    const url = new URL(location)
    const environment = {
      PATH: path,
      KEY: 'bench',
      SECRET: 'only for the benchmark, and of no use elsewhere',
      DB_CLIENT: 'pg',
      DB_HOST: url.hostname,
      DB_PORT: url.port,
      DB_USER: url.username,
      DB_PASSWORD: 'none',
      DB_DATABASE: url.pathname.slice(1),
      ADMIN_EMAIL: 'bench@example.com',
      ADMIN_PASSWORD: 'a bench is not a bank 4711',
      ADMIN_TOKEN: token,
      TELEMETRY: 'false',
      // It would refuse requests when the machine is busy, which is what is measured.
      PRESSURE_LIMITER_ENABLED: 'false',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
    }
    const program = join(folder, 'node_modules', 'directus', 'cli.js')
    execFileSync('node', [program, 'bootstrap'], { cwd: folder, env: environment, stdio: 'pipe' })
    const headers = { authorization: `Bearer ${token}` }
    const page = '/items/customer?sort=customer_name,id&limit=50'
    return {
      headers,
      start: () =>
        startServer({
          command: () => ['node', program, 'start'],
          folder,
          environment,
          firstPath: page,
          headers,
          logFolder: data.folder,
        }),
      requests: columnRequests({
        one: (code) => `/items/customer?filter[customer_code][_eq]=${code}`,
        page,
        ofCity: (city) => `filter[city_code][_eq]=${city}`,
        containing: (needle) => `filter[search_text][_contains]=${needle}`,
        create: '/items/customer',
      }),
      codesOf: (answer) => codesIn((answer as { data: unknown }).data, 'customer_code'),
    }
  },
}

function install(): { folder: string } | { reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-directus-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, env: { ...process.env, PATH: path }, encoding: 'utf8' })
  const npm = run(
    'npm',
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
    `directus@${version}`,
  )
  if (npm.status !== 0)
    return { reason: `Directus ${version} cannot be installed: ${lastLineOf(npm.stderr)}` }
  const loaded = run('node', '-e', "require('isolated-vm')")
  return loaded.status === 0
    ? { folder }
    : {
        reason: `Directus ${version} does not start with the Node of this machine: ${lastLineOf(loaded.stderr)}`,
      }
}

const lastLineOf = (text: string | null): string =>
  text?.trim().split('\n').at(-1) ?? 'the program was not found.'

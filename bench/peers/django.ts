import { execFile, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchData } from '../bench-data.ts'
import { plainEnvironment } from '../plain-environment.ts'
import {
  cityRequests,
  createRequests,
  listRequests,
  readRequests,
  searchRequests,
} from '../rows/sample-requests.ts'
import { startServer } from '../rows/server-start.ts'
import { codesIn, type LoadTime, type Peer, type PreparedPeer } from './peer.ts'

const folder = fileURLToPath(new URL('django', import.meta.url))
const packages =
  'python3-django python3-djangorestframework python3-django-filters python3-whitenoise python3-psycopg2 gunicorn'
const modules = 'django, rest_framework, django_filters, whitenoise, psycopg2, gunicorn'

// The packages of Debian belong to its own Python, which need not be the first in PATH.
const findPython = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', `import ${modules}`]).status === 0)

/** As many processes as the machine has cores, each with the threads that its share of the connections needs. */
const workers = availableParallelism()
const threads = 5

/** Django REST Framework with log-in by token, its paginator by cursor and Django's admin, behind gunicorn. */
export const django: Peer = {
  name: 'Django REST Framework',
  databases: ['sqlite', 'postgres'],
  missing: () =>
    findPython()
      ? undefined
      : `Django REST Framework is not installed. On Debian: apt-get install ${packages}`,
  prepare,
}

async function prepare(data: BenchData, location: string): Promise<PreparedPeer> {
  const python = findPython()!
  const own = join(data.folder, 'django')
  mkdirSync(own)
  if (data.database === 'sqlite') dropTextIndexes(location)
  const environment = { ...databaseOf(data, location), ...settingsIn(own) }
  const manage = async (...args: string[]): Promise<string> => {
    const env = { ...plainEnvironment(), ...environment }
    return (await promisify(execFile)(python, ['manage.py', ...args], { cwd: folder, env })).stdout.trim()
  }
  const [token, session] = (await manage('prepare')).split('\n')
  const headers = { authorization: `Token ${token}` }
  return {
    headers,
    start: () =>
      startServer({
        command: (port) => [
          python,
          '-m',
          'gunicorn',
          'peer.wsgi',
          `--bind=127.0.0.1:${port}`,
          `--workers=${workers}`,
          '--worker-class=gthread',
          `--threads=${threads}`,
          '--keep-alive=30',
        ],
        folder,
        environment,
        firstPath: listRequests()[0]!.path!,
        headers,
        logFolder: data.folder,
      }),
    requests: { 1: readRequests, 2: listRequests, 3: cityRequests, 4: searchRequests, 5: createRequests },
    codesOf: (answer) => {
      const page = answer as { results?: unknown }
      return codesIn(page.results ?? page, 'Customer_Code')
    },
    load: async (file, isChecked) =>
      JSON.parse(await manage(isChecked ? 'load-checked' : 'load', file)) as LoadTime,
    listPage: {
      path: '/admin/peer/customer/',
      rows: '#result_list tbody tr',
      cookies: [{ name: 'sessionid', value: session! }],
      localStorage: [],
    },
  }
}

const settingsIn = (own: string): Record<string, string> => ({
  DJANGO_SETTINGS_MODULE: 'peer.settings',
  PEER_FOLDER: own,
  PEER_SECRET: 'only for the benchmark',
  // Compiled modules, which Python would otherwise write beside the sources.
  PYTHONPYCACHEPREFIX: join(own, 'compiled'),
})

function databaseOf({ database }: BenchData, location: string): Record<string, string> {
  if (database === 'sqlite') return { PEER_FILE: location }
  const { hostname, port, username, pathname } = new URL(location)
  return { PEER_HOST: hostname, PEER_PORT: port, PEER_USER: username, PEER_DATABASE: pathname.slice(1) }
}

/** Django cannot search with them, and the SQLite of a distribution may be too old to have them in its schema. */
function dropTextIndexes(file: string): void {
  const database = new DatabaseSync(file)
  const named = (condition: string): unknown[] =>
    database
      .prepare(`select name from sqlite_master where ${condition}`)
      .all()
      .map((row) => row['name'])
  for (const name of named(`type = 'trigger' and sql like '%\\_search"%' escape '\\'`))
    database.exec(`drop trigger "${name}"`)
  for (const name of named(`sql like 'create virtual table%'`)) database.exec(`drop table "${name}"`)
  database.close()
}

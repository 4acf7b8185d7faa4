import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isListening } from '#testing/processes/postgres-process.ts'
import { writePoolerFiles } from '#testing/processes/pgbouncer.ts'
import { ask } from '../trust/client.ts'
import { killWithChildren, signal, withChildren, type Background } from './background.ts'
import { haproxyConfiguration, patroniConfiguration, type Ports } from './configurations.ts'
import type { Programs } from './programs.ts'

const database = { user: 'agridesk', database: 'agridesk' }

/** HAProxy, PgBouncer, and PostgreSQL with a synchronous standby under Patroni and etcd. */
export class Cluster {
  readonly #background: Background
  readonly #programs: Programs
  readonly #ports: Ports
  readonly #nodes: { name: string; folder: string }[] = []

  constructor(background: Background, programs: Programs, ports: Ports) {
    this.#background = background
    this.#programs = programs
    this.#ports = ports
  }

  /** For AgriDesk, through PgBouncer and HAProxy. */
  get databaseUrl(): string {
    return `postgres://${database.user}@127.0.0.1:${this.#ports.pooler}/${database.database}`
  }

  get siteUrl(): string {
    return `http://127.0.0.1:${this.#ports.site}`
  }

  async start(): Promise<void> {
    this.#startEtcd()
    await until('etcd listens', () => isListening(this.#ports.etcd))
    for (const at of this.#ports.nodes.keys()) {
      const name = `database-${at + 1}`
      const folder = this.#background.newFolder(name)
      this.#nodes.push({ name, folder })
      const options = { folder, programs: this.#programs.postgres }
      this.#write(`${name}.yml`, patroniConfiguration(this.#ports, at, options))
    }
    this.startNode(0)
    await until('the first server is the primary', async () => (await this.primary()) === 0)
    this.startNode(1)
    await this.#createDatabase()
    this.#startHaproxy()
    writePoolerFiles({
      folder: this.#background.newFolder('pooler'),
      port: this.#ports.pooler,
      target: { port: this.#ports.database, ...database },
    })
    await this.startPooler()
    await this.untilReplicated()
  }

  #write(name: string, text: string): string {
    const file = join(this.#background.folder, name)
    writeFileSync(file, text)
    this.#background.own(file)
    return file
  }

  #startEtcd(): void {
    const url = `http://127.0.0.1:${this.#ports.etcd}`
    const peer = `http://127.0.0.1:${this.#ports.etcdPeer}`
    const args = [
      ['--name', 'etcd-1'],
      ['--data-dir', this.#background.newFolder('etcd')],
      ['--listen-client-urls', url],
      ['--advertise-client-urls', url],
      ['--listen-peer-urls', peer],
      ['--initial-advertise-peer-urls', peer],
      ['--initial-cluster', `etcd-1=${peer}`],
      ['--enable-v2'],
    ]
    // It starts on ARM only if asked to.
    const env = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {}
    this.#background.start('etcd', this.#programs.etcd, args.flat(), env)
  }

  #startHaproxy(): void {
    const file = this.#write('haproxy.cfg', haproxyConfiguration(this.#ports))
    this.#background.start('haproxy', this.#programs.haproxy, ['-db', '-f', file])
  }

  async startPooler(): Promise<void> {
    const file = join(this.#background.folder, 'pooler/pgbouncer.ini')
    this.#background.start('pgbouncer', this.#programs.pgbouncer, [file])
    await until('PgBouncer listens', () => isListening(this.#ports.pooler))
  }

  killPooler(): Promise<void> {
    return killWithChildren(this.#background.pidOf('pgbouncer'))
  }

  startNode(at: number): void {
    const { name } = this.#nodes[at]!
    this.#background.start(name, this.#programs.patroni, [join(this.#background.folder, `${name}.yml`)])
  }

  /** As if the machine were switched off: Patroni and PostgreSQL. */
  killNode(at: number): Promise<void> {
    return killWithChildren(this.#patroniOf(at), this.#postmasterOf(at))
  }

  /** PostgreSQL alone. */
  killPostgres(at: number): Promise<void> {
    return killWithChildren(this.#postmasterOf(at))
  }

  /** As if the machine hung: nothing answers, and no connection is closed. The result lets it go on. */
  freezeNode(at: number): () => void {
    const pids = withChildren([this.#patroniOf(at), this.#postmasterOf(at)])
    signal(pids, 'SIGSTOP')
    return () => signal(pids, 'SIGCONT')
  }

  #patroniOf(at: number): number {
    return this.#background.pidOf(this.#nodes[at]!.name)
  }

  #postmasterOf(at: number): number {
    const file = join(this.#nodes[at]!.folder, 'data/postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  /** The node that Patroni says is the primary. */
  async primary(): Promise<number | undefined> {
    for (const [at, { patroni }] of this.#ports.nodes.entries())
      if (await answers(`http://127.0.0.1:${patroni}/primary`)) return at
    return undefined
  }

  /** Waits until there are a primary and a synchronous standby. */
  async untilReplicated(): Promise<void> {
    await until('there is a synchronous standby', async () => {
      const primary = await this.primary()
      if (primary === undefined) return false
      const { patroni } = this.#ports.nodes[1 - primary]!
      return answers(`http://127.0.0.1:${patroni}/sync`)
    })
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${this.#ports.nodes[0]!.postgres}/postgres`)
    await client.connect()
    await client.query(`create role ${database.user} login`)
    await client.query(`create database ${database.database} owner ${database.user} encoding 'UTF8'`)
    await client.end()
  }

  /** Rows of a statement on the primary, past PgBouncer. */
  async query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client(
      `postgres://${database.user}@127.0.0.1:${this.#ports.database}/${database.database}`,
    )
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }
}

const answers = (url: string): Promise<boolean> =>
  Promise.race([
    ask(url).then(
      ({ status }) => status === 200,
      () => false,
    ),
    sleep(1000, false),
  ])

/** Waits until it holds; after 90 s it throws. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 90_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`After 90 s it is not so that ${what}`)
    await sleep(100)
  }
}

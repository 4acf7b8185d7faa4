import { appendFileSync } from 'node:fs'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { administrator } from '../trust/with-server.ts'
import type { Background } from './background.ts'

/** Instances of the built server on fixed ports and one database. */
export class Instances {
  readonly #background: Background
  readonly #ports: readonly number[]
  readonly #databaseUrl: string
  readonly #running: (ServerProcess | undefined)[] = []

  constructor(background: Background, ports: readonly number[], databaseUrl: string) {
    this.#background = background
    this.#ports = ports
    this.#databaseUrl = databaseUrl
  }

  urlOf(at: number): string {
    return `http://127.0.0.1:${this.#ports[at]}`
  }

  get count(): number {
    return this.#ports.length
  }

  async startAll(): Promise<void> {
    for (const at of this.#ports.keys()) await this.start(at)
  }

  /** Of this version, or of the one in another folder; `onOutput` may kill it before it is ready. */
  async start(
    at: number,
    folder?: string,
    onOutput: (output: string, kill: () => void) => void = () => {},
  ): Promise<void> {
    const name = `app-${at + 1}`
    const log = `${this.#background.folder}/${name}.log`
    const settings = {
      PORT: String(this.#ports[at]),
      DATABASE_URL: this.#databaseUrl,
      DATA_DIR: `${this.#background.folder}/${name}`,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      TRUST_PROXY: '127.0.0.1',
      // Only the first start on a new database loads it.
      SAMPLE_DATA: 'true',
    }
    let written = 0
    const server = await startServer(settings, folder, {
      seconds: 180,
      onOutput: (output, kill) => {
        appendFileSync(log, output.slice(written))
        written = output.length
        onOutput(output, kill)
      },
    })
    this.#background.note(name, server.pid)
    this.#running[at] = server
  }

  kill(at: number): Promise<void> {
    return this.stop(at, 'SIGKILL')
  }

  /** As systemd stops it, unless it is killed. */
  async stop(at: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.#running[at]!.stop(signal)
    this.#background.note(`app-${at + 1}`, undefined)
  }
}

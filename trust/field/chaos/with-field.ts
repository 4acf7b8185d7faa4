import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startServer } from '#testing/processes/server-process.ts'
import { logIn } from '../../with-server.ts'
import { startProxy, type Cut } from '../proxy.ts'
import { addCustomers, addRepresentatives, type ChaosCustomer } from './firm.ts'
import { ChaosPhone } from './phone.ts'

export interface FieldOptions {
  /** Of the server, with the data folder and the administrator. */
  settings: Record<string, string>
  phones: number
  tabs: number
  customers: number
  /** Decides for each request of a phone whether it is lost. */
  cutOf: (phone: number, requestLine: string) => Cut | undefined
}

export interface Field {
  url: string
  phones: readonly ChaosPhone[]
  customers: readonly ChaosCustomer[]
  /** Kills the server, and starts it on the same data and port. */
  killServer: (milliseconds: number) => Promise<void>
}

/** Starts a server with customers, and phones of representatives who are logged in and hold them. */
export async function withField<T>(options: FieldOptions, work: (field: Field) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-phones-'))
  const port = await freePort()
  const settings = { ...options.settings, PORT: String(port) }
  let server = await startServer(settings)
  const phones: ChaosPhone[] = []
  try {
    const headers = await logIn(server.url)
    const { customers, pool } = await addCustomers(server.url, headers, options.customers)
    const accounts = await addRepresentatives(server.url, headers, pool, options.phones)
    let isInstalled = false
    for (const [at, account] of accounts.entries()) {
      const number = at + 1
      const proxy = await startProxy({
        target: () => port,
        cutOf: (line) => (isInstalled ? options.cutOf(number, line) : undefined),
      })
      const profile = join(folder, String(number))
      phones.push(new ChaosPhone({ number, account, proxy, folder: profile, tabs: options.tabs }))
    }
    await Promise.all(phones.map((phone) => phone.install()))
    isInstalled = true
    const killServer = async (milliseconds: number): Promise<void> => {
      await server.stop('SIGKILL')
      await sleep(milliseconds)
      server = await startServer(settings)
    }
    return await work({ url: server.url, phones, customers, killServer })
  } finally {
    await Promise.all(phones.map((phone) => phone.stop()))
    await server.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

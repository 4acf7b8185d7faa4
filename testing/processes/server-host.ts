import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { choiceOfServer, compiledFolder, testSettings } from './server-process.ts'

/** A server in the process of the host. */
export interface HostedServer {
  url: string
  /** Its output so far. */
  output: () => string
  /** Begins to stop it; when it has stopped, its data folder is removed. */
  stop: () => Promise<void>
  /** Stops it and waits until it has written everything to its data folder. */
  stopAndKeepData: () => Promise<void>
}

export interface HostRequest {
  settings: Record<string, string>
  outputFile: string
  keepsData?: boolean
}

export interface HostResponse {
  url?: string
  problem?: string
}

const urlVariable = 'TEST_SERVER_HOST'

/**
 * Starts the process that runs the servers of the tests: loading the code takes most of the start of a server. Returns
 * what ends it.
 */
export async function startHost(): Promise<() => Promise<void>> {
  const host = fork(fileURLToPath(new URL('server-host-process.ts', import.meta.url)), [], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledFolder, ...choiceOfServer() },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const ended = once(host, 'exit')
  const ready = once(host, 'message') as Promise<[AddressInfo]>
  const outcome = await Promise.race([ready, ended.then(() => undefined)])
  if (!outcome) throw new Error('The process that runs the servers of the tests ended before it was ready')
  // Test workers start after this and inherit the environment.
  process.env[urlVariable] = `http://127.0.0.1:${outcome[0].port}`
  return async () => {
    host.disconnect()
    await ended
  }
}

/** Starts a server in the host; throws if it does not start. */
export async function startInHost(
  environment: Record<string, string> & { DATA_DIR: string },
): Promise<HostedServer> {
  const outputFile = `${environment.DATA_DIR}.log`
  const settings = { ...testSettings, ...environment }
  const send = async (method: 'POST' | 'DELETE', keepsData = false): Promise<HostResponse> => {
    const host = process.env[urlVariable]
    if (!host) throw new Error(`${urlVariable} is not set: the global setup of Playwright sets it`)
    const body = JSON.stringify({ settings, outputFile, keepsData } satisfies HostRequest)
    const answer = (await (await fetch(host, { method, body })).json()) as HostResponse
    if (answer.problem) throw new Error(answer.problem)
    return answer
  }
  const { url } = await send('POST')
  return {
    url: url!,
    output: () => readFileSync(outputFile, 'utf8'),
    stop: async () => void (await send('DELETE')),
    stopAndKeepData: async () => void (await send('DELETE', true)),
  }
}

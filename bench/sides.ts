import { buildServerIfChanged, builtServer } from '../scripts/build/build-server.ts'
import type { BenchData } from './bench-data.ts'
import { cpuOfPostgres, cpuOfTree } from './measure/process-numbers.ts'
import { nodeCommand, startServer, type RunningServer } from './rows/server-start.ts'

export const sideNames = ['ours', 'bare'] as const
export type SideName = (typeof sideNames)[number]

/** Sent to both servers with every request; only ours uses them. */
export type Headers = Record<string, string>

const administrator = { email: 'bench@example.in', password: 'a bench is not a bank 4711' }
const listPath = '/api/v1/customers?sort=Customer_Name&limit=50'

/** What production runs. */
function ourProgram(): string {
  buildServerIfChanged()
  return builtServer
}

/** Starts one of the two servers and waits for its first page of customers. */
export function startSide(side: SideName, data: BenchData, headers: Headers): Promise<RunningServer> {
  return startServer({
    command: nodeCommand(side === 'ours' ? ourProgram() : 'bench/bare/bare-server.ts'),
    environment: side === 'ours' ? { ...data.ours, SAMPLE_DATA: 'false' } : data.bare,
    firstPath: listPath,
    headers,
    logFolder: data.folder,
  })
}

/** Creates an administrator, logs in, and stops the server, so that the database can be copied. */
export async function logIn(data: BenchData): Promise<Headers> {
  const server = await startServer({
    command: nodeCommand(ourProgram()),
    environment: {
      ...data.ours,
      SAMPLE_DATA: 'false',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    },
    firstPath: '/readyz',
    headers: {},
    logFolder: data.folder,
  })
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const { token, msg } = (await answer.json()) as { token?: string; msg?: string }
  await server.stop()
  if (!token) throw new Error(`Could not log in: ${msg}`)
  return { authorization: `Bearer ${token}` }
}

export const cpuReader = (servers: readonly RunningServer[], data: BenchData) => () => ({
  server: servers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0),
  database: data.serverFolder ? cpuOfPostgres(data.serverFolder) : 0,
})

import type { TerritoryNode } from '#domain/access/rights.ts'
import type { Headers } from '../sides.ts'
import type { RunningServer } from './server-start.ts'

export type Answer = Record<string, unknown>

export async function send(
  server: RunningServer,
  headers: Headers,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const result = (await answer.json()) as Answer
  if (!answer.ok) throw new Error(`${method} ${path} failed: ${JSON.stringify(result)}`)
  return result
}

/** An account with this role that sees these places, and the customers assigned to the employee with that e-mail address. */
export async function headersOfAccount(
  headers: Headers,
  server: RunningServer,
  email: string,
  { role = 'VIEWER', places = [] }: { role?: string; places?: TerritoryNode[] } = {},
): Promise<Headers> {
  const password = 'a bench is not a bank 4711'
  const person = { username: email.split('@')[0], email, phone: '9800000000', password }
  const { account } = await send(server, {}, 'POST', '/api/auth/register', person)
  const { id, version } = account as Answer
  const change = { status: 'active', role, places, version }
  await send(server, headers, 'PATCH', `/api/admin/users/${String(id)}`, change)
  const { token } = await send(server, {}, 'POST', '/api/auth/login', { email, password })
  return { authorization: `Bearer ${String(token)}` }
}

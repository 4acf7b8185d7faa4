import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newDatabase, type TestDatabase } from '#testing/databases.ts'
import { freePort, startServer, type ServerProcess } from '#testing/processes/server-process.ts'

/** Network behaviour, logs and stopping, with a real process, real sockets and real signals. */
describe('the server process', () => {
  let home: TestDatabase
  let server: ServerProcess
  let metricsPort: string
  /** Connections that send the beginning of a request and nothing more; closed while the other tests go on. */
  let slowConnectionsClosed: Promise<unknown>
  beforeAll(async () => {
    home = await newDatabase('sqlite', { isReady: true })
    metricsPort = String(await freePort())
    server = await startServer({ DATA_DIR: home.dataDir, METRICS_PORT: metricsPort, LOG_LEVEL: 'info' })
    const body =
      'POST /api/form/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
    slowConnectionsClosed = Promise.all(
      ['GET / HTTP/1.1\r\nhost: x\r\n', body].map((text) => sendPart(server, text)),
    )
  }, 150_000)
  afterAll(async () => {
    await server.stop('SIGKILL')
    await home.drop()
  })

  it('prints its address and how to create the first administrator', () => {
    expect(server.output()).toContain(`AgriDesk is ready: ${server.url}`)
    expect(server.output()).toContain(
      `The first account registered on this machine becomes the administrator: ${server.url}/register`,
    )
  })

  it('serves health checks and the API description', async () => {
    for (const path of ['/healthz', '/readyz', '/api/openapi.json', '/api/docs']) {
      expect((await fetch(server.url + path)).status, path).toBe(200)
    }
    const description = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      openapi: string
      paths: object
    }
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths).length).toBeGreaterThan(120)
  })

  it('sends the security headers on every response', async () => {
    for (const path of ['/healthz', '/api/nowhere', '/api/docs']) {
      const { headers } = await fetch(server.url + path)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe/)
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      // The API description is the same for everyone; every other response may hold personal data.
      const expected = path === '/api/docs' ? 'public, no-cache' : 'no-store'
      if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe(expected)
    }
  })

  it('serves Prometheus metrics on loopback and a separate port only', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    )
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })

  it('logs one structured line per request, with its id and without secrets or query strings', async () => {
    const secret = 'a very secret password'
    const response = await fetch(`${server.url}/api/auth/login?token=agd_leak`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer agd_secret' },
      body: JSON.stringify({ email: 'someone@example.in', password: secret }),
    })
    expect(response.status).toBe(401)
    await waitForLog(server, response.headers.get('x-request-id')!)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      lines.filter((line) => line['reqId'] === response.headers.get('x-request-id')).length,
    ).toBeGreaterThan(0)
    for (const secretText of [secret, 'someone@example.in', 'agd_secret', 'agd_leak'])
      expect(server.output()).not.toContain(secretText)
  })

  it('logs no email address, password or reset token of accounts', async () => {
    let lastRequest = ''
    const send = async (path: string, body: object, token = ''): Promise<Record<string, never>> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      lastRequest = response.headers.get('x-request-id')!
      return (await response.json()) as Record<string, never>
    }
    const email = 'asha@manners.example'
    const register = async (address: string): Promise<{ token: string; account: { id: string } }> => {
      const person = { username: 'Asha', email: address, password: 'monsoon over the fields' }
      return (await send('/api/auth/register', person)) as unknown as Awaited<ReturnType<typeof register>>
    }
    // The first account is the administrator, who creates a reset link for the second.
    const { token } = await register('first@manners.example')
    const { account } = await register(email)
    const link = await send(`/api/admin/users/${account.id}/reset`, {}, token)
    expect(link['token']).toMatch(/^[\w-]{43}$/)
    await send('/api/auth/login', { email, password: 'a wrong guess' })
    await send('/api/auth/reset', { token: link['token'], password: 'short' })
    await fetch(`${server.url}/reset?token=${link['token']}`)
    expect(await send('/api/auth/reset', { token: link['token'], password: 'sugarcane after rain' })).toEqual(
      {
        msg: 'Password changed',
      },
    )
    expect(
      (await send('/api/auth/login', { email, password: 'sugarcane after rain' }))['token'],
    ).toBeDefined()
    await waitForLog(server, lastRequest)
    const log = server.output()
    expect(log).toContain('/api/auth/reset')
    for (const secret of [email, 'monsoon over', 'a wrong guess', 'sugarcane', token, link['token']])
      expect(log).not.toContain(secret)
  })

  it('sends no-store and logs no secret, however the URL is spelled', async () => {
    const secret = 'Zq'.repeat(21) + 'x'
    const targets = [
      '/%61pi/v1/me',
      'http://desk.example/api/v1/me',
      '/%61pi/v1/glance',
      'http://desk.example/api/v1/glance',
      '//api/v1/glance',
      `/api/v1/data-health/${secret}`,
      `http://desk.example/api/v1/data-health/%zz${secret}`,
      `/api/calendar/${secret}.ics`,
      `/%61pi/calendar/${secret}.ics`,
      `http://desk.example/api/calendar/${secret}.ics`,
      `//api/calendar/${secret}.ics`,
      `/calendar/${secret}.ics`,
      `/api/calendar/%zz${secret}.ics`,
    ]
    const responses = await Promise.all(
      targets.map((target) => sendRaw(server, `GET ${target} HTTP/1.1\r\nhost: x\r\n`)),
    )
    for (const [at, response] of responses.entries()) {
      expect(response, targets[at]).toMatch(/^HTTP\/1\.1 4/)
      expect(response, targets[at]).toMatch(/\r\ncache-control: no-store\r\n/)
      // Each of them is logged, including URLs that cannot be decoded.
      await waitForLog(server, /\r\nx-request-id: (\S+)\r\n/.exec(response)![1]!)
    }
    expect(server.output()).not.toContain(secret)
  })

  it('refuses a request with two Host headers', async () => {
    const twice = await sendRaw(server, 'GET /api/v1/me HTTP/1.1\r\nhost: x\r\nHOST: y\r\n')
    expect(twice).toMatch(/^HTTP\/1\.1 400 /)
    expect(twice).toContain('The request has more than one Host header')
    expect(await sendRaw(server, 'GET /api/v1/me HTTP/1.1\r\nhost: x\r\n')).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('survives clients that disconnect at once', async () => {
    const port = Number(new URL(server.url).port)
    for (let n = 0; n < 30; n++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve))
      for (let each = 0; each < 3; each++) socket.write('GET /api/v1/me HTTP/1.1\r\nhost: x\r\n\r\n')
      socket.resetAndDestroy()
    }
    // The disconnected requests came first: once this one is logged, so are they.
    const after = await fetch(`${server.url}/api/v1/me`)
    expect(after.status).toBe(401)
    await waitForLog(server, after.headers.get('x-request-id')!)
    expect(server.output()).not.toContain('TypeError')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('refuses a second process on the same data with a clear message', { timeout: 150_000 }, async () => {
    await expect(startServer({ DATA_DIR: home.dataDir })).rejects.toThrow(
      /could not start\. Another AgriDesk is already running on/,
    )
  })

  it.each([
    // A setting that depends on the data, and a database that cannot be opened; all messages about settings are tested in
    // config.test.ts and first-administrator.test.ts, those about files in files.test.ts.
    [
      { REGISTRATION: 'open', REGISTRATION_ROLE: 'KING' },
      'REGISTRATION_ROLE should be the code of a role, not "KING"',
    ],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      'The database in DATABASE_URL refuses the connection (ECONNREFUSED)',
    ],
  ])(
    'refuses to start with %j, saying why in one sentence',
    { timeout: 150_000 },
    async (environment, sentence) => {
      const fresh = await newDatabase('sqlite', { isReady: true })
      const failure = await startServer({ DATA_DIR: fresh.dataDir, ...environment }).catch(
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(Error)
      expect(String(failure)).toContain(`AgriDesk could not start. ${sentence}`)
      expect(String(failure)).not.toMatch(/\n\s+at /)
      await fresh.drop()
    },
  )

  // Without the limits of the server, Node closes them after one and five minutes.
  it('closes connections with slow headers and slow bodies', () => slowConnectionsClosed, 45_000)

  it(
    'stops gracefully: requests in flight are answered and stored, and the exit code is 0',
    { timeout: 60_000 },
    async () => {
      // The server says "100 Continue" when it has the request and waits for the body: from then on it is in flight.
      const body = JSON.stringify({
        username: 'A',
        email: 'a@example.in',
        phone: '1',
        password: 'harvest moon rises',
      })
      const register = request(`${server.url}/api/auth/register`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          expect: '100-continue',
        },
      })
      register.flushHeaders()
      await once(register, 'continue')
      const stopped = server.stop('SIGTERM')
      register.end(body)
      const [[response], code] = await Promise.all([once(register, 'response'), stopped])
      expect(response.statusCode).toBe(201)
      expect(code).toBe(0)
      const file = new DatabaseSync(join(home.dataDir, 'agridesk.sqlite'))
      // The cost OWASP recommends for argon2id; tests that run in workers hash at a lower cost.
      expect(file.prepare("select password_hash from account where email = 'a@example.in'").get()).toEqual({
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      })
      file.close()
    },
  )
})

/** Waits until the log line of this request was written. */
function waitForLog(server: ServerProcess, requestId: string): Promise<void> {
  const isDone = (line: string): boolean => line.includes(requestId) && line.includes('answered')
  return vi.waitFor(() => expect(server.output().split('\n').some(isDone), requestId).toBe(true), {
    timeout: 10_000,
    interval: 10,
  })
}

/** Sends these raw lines and returns the whole response. */
function sendRaw(server: ServerProcess, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      socket.write(`${head}connection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => (response += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(response))
  })
}

/** Sends the beginning of a request and nothing more; resolves when the server closes the connection. */
function sendPart(server: ServerProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

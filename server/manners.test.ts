import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, startServer, type ServerProcess } from '#testing/server-process.ts'

/** How the process behaves towards the network and its administrator: a real process, real sockets, real signals. */
describe('the server process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-manners-'))
  let server: ServerProcess
  let metricsPort: string
  /** How long each was borne with, in seconds: they dawdle while the other tests go on. */
  let slowOnes: Promise<number[]>
  beforeAll(async () => {
    metricsPort = String(await freePort())
    server = await startServer({ DATA_DIR: dataDir, METRICS_PORT: metricsPort, LOG_LEVEL: 'info' })
    const body =
      'POST /api/form/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
    slowOnes = Promise.all(['GET / HTTP/1.1\r\nhost: x\r\n', body].map((text) => dawdle(server, text)))
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('says where to go and how the first administrator comes to be', () => {
    expect(server.output()).toContain(`AgriDesk is ready: ${server.url}`)
    expect(server.output()).toContain(
      `The first account registered on this machine becomes the administrator: ${server.url}/register`,
    )
  })

  it('is healthy and ready, and describes itself', async () => {
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

  it('sends the headers that keep a page to itself, on every answer', async () => {
    for (const path of ['/healthz', '/api/nowhere', '/api/docs']) {
      const { headers } = await fetch(server.url + path)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe/)
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      // The description is the same for everybody; all else that the API answers may be about people.
      const kept = path === '/api/docs' ? 'public, no-cache' : 'no-store'
      if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe(kept)
    }
  })

  it('counts in Prometheus’ words, on loopback and a port of its own only', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    )
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })

  it('logs one structured line a request, with its number and without secrets or query strings', async () => {
    const secret = 'a very secret password'
    const answer = await fetch(`${server.url}/api/auth/login?token=agd_leak`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer agd_secret' },
      body: JSON.stringify({ email: 'someone@example.in', password: secret }),
    })
    expect(answer.status).toBe(401)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      lines.filter((line) => line['reqId'] === answer.headers.get('x-request-id')).length,
    ).toBeGreaterThan(0)
    for (const word of [secret, 'someone@example.in', 'agd_secret', 'agd_leak'])
      expect(server.output()).not.toContain(word)
  })

  it('logs no address, password or word of a link, whatever is done with accounts', async () => {
    const send = async (path: string, body: object, token = ''): Promise<Record<string, never>> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as Record<string, never>
    }
    const email = 'asha@manners.example'
    const register = async (address: string): Promise<{ token: string; account: { id: string } }> => {
      const person = { username: 'Asha', email: address, password: 'monsoon over the fields' }
      return (await send('/api/auth/register', person)) as unknown as Awaited<ReturnType<typeof register>>
    }
    // The first one is the administrator, who makes a link for the second.
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
    await new Promise((resolve) => setTimeout(resolve, 200))
    const log = server.output()
    expect(log).toContain('/api/auth/reset')
    for (const secret of [email, 'monsoon over', 'a wrong guess', 'sugarcane', token, link['token']])
      expect(log).not.toContain(secret)
  })

  it('keeps nothing of the API in caches and no secret in the log, however its address is spelled', async () => {
    const secret = 'Zq'.repeat(21) + 'x'
    const targets = [
      '/%61pi/v1/me',
      'http://desk.example/api/v1/me',
      `/api/calendar/${secret}.ics`,
      `/%61pi/calendar/${secret}.ics`,
      `http://desk.example/api/calendar/${secret}.ics`,
      `//api/calendar/${secret}.ics`,
      `/calendar/${secret}.ics`,
      `/api/calendar/%zz${secret}.ics`,
    ]
    const answers = await Promise.all(
      targets.map((target) => sendRaw(server, `GET ${target} HTTP/1.1\r\nhost: x\r\n`)),
    )
    await new Promise((resolve) => setTimeout(resolve, 200))
    const log = server.output()
    expect(log).not.toContain(secret)
    for (const [at, answer] of answers.entries()) {
      expect(answer, targets[at]).toMatch(/^HTTP\/1\.1 4/)
      expect(answer, targets[at]).toMatch(/\r\ncache-control: no-store\r\n/)
      // Each of them is in the log, also what could not be read.
      expect(log, targets[at]).toContain(/\r\nx-request-id: (\S+)\r\n/.exec(answer)![1])
    }
  })

  it('refuses a request with two Host headers', async () => {
    const twice = await sendRaw(server, 'GET /api/v1/me HTTP/1.1\r\nhost: x\r\nHOST: y\r\n')
    expect(twice).toMatch(/^HTTP\/1\.1 400 /)
    expect(twice).toContain('The request has more than one Host header')
    expect(await sendRaw(server, 'GET /api/v1/me HTTP/1.1\r\nhost: x\r\n')).toMatch(/^HTTP\/1\.1 401 /)
  })

  it('bears with clients that hang up at once', async () => {
    const port = Number(new URL(server.url).port)
    for (let n = 0; n < 30; n++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve))
      for (let each = 0; each < 3; each++) socket.write('GET /api/v1/me HTTP/1.1\r\nhost: x\r\n\r\n')
      socket.resetAndDestroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.output()).not.toContain('TypeError')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('refuses a second process on the same data, with a sentence', async () => {
    await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(
      /could not start\. Another AgriDesk is already running on/,
    )
  })

  it.each([
    [{ PORT: 'many' }, 'PORT should be a port number from 0 to 65535, not "many"'],
    [{ TIME_ZONE: 'Mars' }, 'TIME_ZONE should be a name like Asia/Kolkata, not "Mars"'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL should look like postgres://'],
    [{ REGISTRATION: 'maybe' }, 'REGISTRATION should be one of approval, open, closed'],
    [
      { REGISTRATION: 'open', REGISTRATION_ROLE: 'KING' },
      'REGISTRATION_ROLE should be the code of a role, not "KING"',
    ],
    [{ REGISTRATION: 'open', REGISTRATION_ROLE: 'ADMIN' }, 'REGISTRATION_ROLE should not be ADMIN'],
    [{ ADMIN_EMAIL: 'a@b.in' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together'],
    [{ SITE_URL: 'agridesk.example' }, 'SITE_URL should look like https://agridesk.example, not'],
    [{ SITE_URL: 'https://example.in/desk' }, 'SITE_URL should look like https://agridesk.example, not'],
    [{ MAP_EMBED_URL: 'http://maps.example' }, 'MAP_EMBED_URL should be the https address of a map'],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      'The database in DATABASE_URL does not let us in (ECONNREFUSED)',
    ],
  ])('refuses to start with %j, saying why', async (environment, sentence) => {
    const fresh = mkdtempSync(join(tmpdir(), 'agridesk-start-'))
    await expect(startServer({ DATA_DIR: fresh, PORT: '0', ...environment })).rejects.toThrow(sentence)
    rmSync(fresh, { recursive: true, force: true })
  })

  it('cuts off slow headers and slow bodies', async () => {
    for (const seconds of await slowOnes) expect(seconds).toBeLessThan(18)
  }, 25_000)

  it('stops with grace: what is in flight is answered, nothing is left behind, exit code 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agridesk-stop-'))
    const own = await startServer({ DATA_DIR: folder })
    const register = fetch(`${own.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: 'A',
        email: 'a@example.in',
        phone: '1',
        password: 'harvest moon rises',
      }),
    })
    await new Promise((resolve) => setTimeout(resolve, 40)) // its password is being hashed now
    const start = Date.now()
    const [code, answer] = await Promise.all([own.stop('SIGTERM'), register])
    expect(answer.status).toBe(201)
    expect(code).toBe(0)
    expect(Date.now() - start).toBeLessThan(10_000)
    const again = await startServer({ DATA_DIR: folder })
    const login = await fetch(`${again.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.in', password: 'harvest moon rises' }),
    })
    expect(login.status).toBe(200)
    expect(await again.stop('SIGINT')).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
})

/** Sends these lines as they are, and gives back all that came. */
function sendRaw(server: ServerProcess, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      socket.write(`${head}connection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/** Sends the beginning of a request and nothing more; the seconds until it is hung up on. */
function dawdle(server: ServerProcess, text: string): Promise<number> {
  return new Promise((resolve) => {
    const start = Date.now()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => resolve((Date.now() - start) / 1000))
  })
}

import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const client = { id: 'agridesk', secret: 'a-secret-of-the-client' }

/** What a provider says about a person, by the name that is typed at its log-in. */
export type People = Record<string, { email?: string; email_verified?: boolean; name?: string }>

interface RunningProvider {
  issuer: string
  close: () => Promise<void>
}

async function listen(): Promise<RunningProvider & { server: Server }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { issuer: `http://127.0.0.1:${port}`, server, close }
}

export interface RealProvider extends RunningProvider {
  /**
   * Logs in and consents, or confirms a log-out, as a browser does; returns where the provider sends the browser back to. `cookies`: of a
   * browser that has been there before.
   */
  visit: (url: string, login: string | 'cancel', cookies?: Map<string, string>) => Promise<URL>
}

/** `oidc-provider`, a certified implementation, with its own screens for log-in and consent. */
export async function openRealProvider(people: People, callback: string): Promise<RealProvider> {
  const { server, ...running } = await listen()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(running.issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callback],
        post_logout_redirect_uris: [`${new URL(callback).origin}/login`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
  })
  server.on('request', provider.callback())
  const { origin } = new URL(callback)
  return {
    ...running,
    visit: (url, login, cookies = new Map()) => visit(new URL(url), login, origin, cookies),
  }
}

async function visit(url: URL, login: string, home: string, cookies: Map<string, string>): Promise<URL> {
  let [next, form]: [URL, URLSearchParams | undefined] = [url, undefined]
  for (let step = 0; step < 12; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (location !== null) {
      next = new URL(location, next)
      form = undefined
      if (next.origin === home) return next
    } else {
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1]
      const logOut = /action="([^"]+\/session\/end\/confirm)"[\s\S]+?name="xsrf" value="(\w+)"/.exec(text)
      if (logOut) {
        next = new URL(logOut[1]!, next)
        form = new URLSearchParams({ xsrf: logOut[2]!, logout: 'yes' })
        continue
      }
      if (prompt === undefined) throw new Error(`${next.href}: ${answer.status} ${text}`)
      if (login === 'cancel') next = new URL(`${next.pathname}/abort`, next)
      else form = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  throw new Error('The provider did not send the browser back')
}

/** How the lying provider differs from a right one. */
export interface Lies {
  claims?: Record<string, unknown>
  alg?: string
  /** Signs with a key that it does not publish. */
  isForged?: boolean
  /** Answers at this path with this status. */
  status?: { path: string; status: number; body?: object }
  /** Closes the connection at this path. */
  drop?: string
  /** Never answers at this path. */
  hang?: string
}

export interface LyingProvider extends RunningProvider {
  lies: Lies
  /** The nonce of the log-in under way. */
  nonce: string
}

/** Answers as a provider does, except for its lies. */
export async function openLyingProvider(): Promise<LyingProvider> {
  const { server, ...running } = await listen()
  const [own, other] = [newKey(), newKey()]
  const kept: LyingProvider = { ...running, lies: {}, nonce: '' }
  const { issuer } = running
  const bodies: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none'],
    }),
    '/keys': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', kid: 'own' }] }),
    '/token': () => ({
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken(kept, kept.lies.isForged ? other.privateKey : own.privateKey),
    }),
  }
  const answer: RequestListener = (request, response) => {
    const path = request.url!.split('?')[0]!
    const { status, drop, hang } = kept.lies
    if (path === hang) return
    if (path === drop) return void request.socket.destroy()
    const isRefused = status?.path === path
    const body = isRefused ? (status.body ?? {}) : (bodies[path]?.() ?? {})
    response.writeHead(isRefused ? status.status : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  server.on('request', answer)
  return kept
}

const newKey = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })

function idToken({ issuer, nonce, lies }: LyingProvider, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000)
  const { alg = 'RS256' } = lies
  const claims = {
    iss: issuer,
    aud: client.id,
    sub: 'a-subject',
    nonce,
    iat: now,
    exp: now + 60,
    email: 'liar@example.in',
    email_verified: true,
    ...lies.claims,
  }
  const content = [{ alg, kid: 'own' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')
  return `${content}.${signature}`
}

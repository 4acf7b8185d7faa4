// `npm run try-deploy -- proxy`: the configurations of Caddy and nginx in front of a release.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testing/processes/server-process.ts'
import { root } from '../test/run-program.ts'
import { administrator, ensure, waitForSite } from './check-site.ts'
import { findProgram, startInBackground, unpackRelease, type Trial } from './trial.ts'

const proxies: Readonly<Record<string, (place: Place) => readonly [program: string, args: string[]]>> = {
  caddy: configureCaddy,
  nginx: configureNginx,
}

interface Place {
  folder: string
  /** Of the server, of the proxy with TLS, and of its redirection to it. */
  ports: { server: number; tls: number; plain: number }
}

export async function tryProxy({ folder, say }: Trial): Promise<void> {
  const home = unpackRelease(folder)
  const ports = { server: await freePort(), tls: await freePort(), plain: await freePort() }
  const data = join(folder, 'data')
  const env = {
    ...administrator,
    PATH: process.env['PATH'],
    DATA_DIR: data,
    PORT: String(ports.server),
    METRICS_PORT: '0',
    TRUST_PROXY: '127.0.0.1',
    SITE_URL: `https://localhost:${ports.tls}`,
  }
  const log = join(folder, 'server.log')
  const stop = startInBackground(join(home, 'bin/agridesk'), ['start'], { env, log })
  try {
    await waitForSite(`http://127.0.0.1:${ports.server}`)
    for (const [name, configure] of Object.entries(proxies)) {
      const [program, args] = configure({ folder, ports })
      const proxyEnv = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, ...caddyEnvironment(ports) }
      const stopProxy = startInBackground(findProgram(program), args, {
        env: proxyEnv,
        log: join(folder, `${name}.log`),
      })
      try {
        await checkProxy(`https://localhost:${ports.tls}`, log)
        say(`${name}: TLS, HTTP/2, Brotli and the address of the client.`)
      } catch (error) {
        say(readFileSync(join(folder, `${name}.log`), 'utf8'))
        throw error
      } finally {
        await stopProxy()
      }
    }
  } finally {
    await stop()
  }
}

const caddyEnvironment = ({ tls, server }: Place['ports']): Record<string, string> => ({
  SITE_ADDRESS: `https://localhost:${tls}`,
  AGRIDESK: `127.0.0.1:${server}`,
})

function configureCaddy({ folder, ports }: Place): readonly [string, string[]] {
  const file = join(folder, 'Caddyfile')
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.plain}\n}\n`
  writeFileSync(file, `${options}import ${join(root, 'deploy/proxy/Caddyfile')}\n`)
  return ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]]
}

function configureNginx({ folder, ports }: Place): readonly [string, string[]] {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', ...subject, ...files], {
    stdio: 'ignore',
  })
  const site = readFileSync(join(root, 'deploy/proxy/nginx.conf'), 'utf8')
    .replaceAll('/etc/letsencrypt/live/agridesk.example', folder)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('agridesk.example', 'localhost')
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.server}`)
    .replaceAll(/\b443 ssl/g, `${ports.tls} ssl`)
    .replaceAll(/^(\s*listen .*?)\b80;/gm, `$1${ports.plain};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, 'tmp', name), { recursive: true })
    return `${name}_temp_path ${join(folder, 'tmp', name)};`
  })
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${temporary.join('\n')}\naccess_log off;\n${site}\n}\n`,
  )
  execFileSync(findProgram('nginx'), ['-t', '-q', '-e', 'stderr', '-c', file], { stdio: 'inherit' })
  return ['nginx', ['-e', 'stderr', '-g', 'daemon off;', '-c', file]]
}

/** As a browser would: the certificate is one of the trial. */
async function checkProxy(url: string, log: string): Promise<void> {
  const curl = (...args: string[]): string =>
    execFileSync('curl', ['--silent', '--insecure', '--include', '--http2', ...args], { encoding: 'utf8' })
  for (let tries = 0; ; tries += 1) {
    try {
      if (/^HTTP\/2 200/m.test(curl(`${url}/readyz`))) break
    } catch {
      // Not listening yet.
    }
    ensure(tries < 100, 'The proxy was not ready after 20 s')
    await sleep(200)
  }
  const encoded = execFileSync(
    'curl',
    ['--silent', '--insecure', '--http2', '--head', '--header', 'accept-encoding: br', `${url}/`],
    { encoding: 'utf8' },
  )
  ensure(encoded.startsWith('HTTP/2 200'), 'The proxy does not speak HTTP/2')
  ensure(/^content-encoding: br\r$/im.test(encoded), `The page is not compressed:\n${encoded}`)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = administrator
  const forged = ['--header', 'x-forwarded-for: 203.0.113.7']
  const json = ['--header', 'content-type: application/json', '--data', JSON.stringify({ email, password })]
  const login = curl(...forged, ...json, `${url}/api/auth/login`)
  ensure(login.startsWith('HTTP/2 200'), 'The log-in failed')
  // The line is written after the answer.
  await sleep(500)
  const lines = readFileSync(log, 'utf8').split('\n')
  const line = lines.findLast((each) => each.includes('/api/auth/login')) ?? ''
  ensure(/"address":"(?:127\.0\.0\.1|::1)"/.test(line), `The server took a forged address: ${line}`)
}

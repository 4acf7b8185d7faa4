import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StorageConfig } from '#server/base/backup-config.ts'
import { freePort } from '#testing/processes/server-process.ts'

/** OpenStack Swift with its interface of S3: Debian's packages of it, one replica in a temporary folder. */
export interface Swift {
  storage: StorageConfig
  /** Stops answering, without closing connections, and answers again. */
  pause: () => void
  resume: () => void
}

const packages = 'swift-proxy swift-account swift-container swift-object'
const servers = ['account', 'container', 'object'] as const

export async function withSwift<T>(work: (swift: Swift) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-swift-'))
  const children: ChildProcess[] = []
  const killAll = (): void => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  try {
    for (const server of servers) children.push(startPart(folder, server, await makeRing(folder, server)))
    const port = await freePort()
    const proxy = startPart(folder, 'proxy', proxySettings(folder, port))
    children.push(proxy)
    const storage: StorageConfig = {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'backups',
      prefix: 'agridesk/',
      accessKey: 'firm:server',
      secretKey: 'a-secret',
    }
    await createBucket(storage)
    return await work({
      storage,
      pause: () => proxy.kill('SIGSTOP'),
      resume: () => proxy.kill('SIGCONT'),
    })
  } finally {
    killAll()
    process.off('exit', killAll)
    rmSync(folder, { recursive: true, force: true })
  }
}

function startPart(folder: string, server: string, settings: string): ChildProcess {
  const path = join(folder, `${server}-server.conf`)
  writeFileSync(path, settings)
  return spawn(`swift-${server}-server`, [path], { stdio: 'ignore' })
}

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
user = ${userInfo().username}
workers = 0
`

async function makeRing(folder: string, server: (typeof servers)[number]): Promise<string> {
  const port = await freePort()
  mkdirSync(join(folder, 'devices', 'd1'), { recursive: true })
  const ring = (...args: string[]): void => {
    try {
      execFileSync('swift-ring-builder', [join(folder, `${server}.builder`), ...args], { stdio: 'ignore' })
    } catch (error) {
      throw new Error(`OpenStack Swift is needed. Install it: apt install ${packages}`, { cause: error })
    }
  }
  ring('create', '4', '1', '1')
  ring('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  ring('rebalance')
  return `${common(folder, port)}devices = ${join(folder, 'devices')}
mount_check = false
fallocate_reserve = 0

[pipeline:main]
pipeline = ${server}-server

[app:${server}-server]
use = egg:swift#${server}
recon_cache_path = ${folder}
`
}

const proxySettings = (folder: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth copy slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:tempauth]
use = egg:swift#tempauth
user_firm_server = a-secret .admin

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
${['catch_errors', 'listing_formats', 'bulk', 's3api', 'copy', 'slo', 'dlo']
  .map((name) => `\n[filter:${name}]\nuse = egg:swift#${name}\n`)
  .join('')}`

/** Waits until it answers. */
async function createBucket({
  endpoint,
  bucket,
  region,
  accessKey,
  secretKey,
}: StorageConfig): Promise<void> {
  const until = Date.now() + 120_000
  for (;;) {
    const { url, headers } = await new AwsV4Signer({
      method: 'PUT',
      url: `${endpoint}/${bucket}`,
      headers: { 'x-amz-content-sha256': createHash('sha256').digest('hex') },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
    }).sign()
    const isOk = await fetch(url, { method: 'PUT', headers }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return
    if (Date.now() > until) throw new Error('OpenStack Swift does not answer.')
    await sleep(500)
  }
}

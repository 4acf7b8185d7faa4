import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { fingerprintOf } from './build/fingerprint.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist', 'web.stamp')

const dist = join(root, 'dist')
const web = join(dist, 'web')
const prerender = join(dist, 'prerender')

const isBuilt = (fingerprint: string): boolean =>
  existsSync(join(web, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint

/** Builds dist/web unless its sources are unchanged, so that a second start does not wait for a build. */
export function buildWebIfChanged(): void {
  if (isBuilt(fingerprintOfSources())) return
  // In a child process, so that the server does not keep the bundler in memory.
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  if (status !== 0) throw new Error('Could not build the web app; see the errors above')
}

async function buildWeb(): Promise<void> {
  const fingerprint = fingerprintOfSources()
  if (isBuilt(fingerprint)) return
  process.stdout.write('Building the web app…\n')
  process.env['NODE_ENV'] = 'production'
  rmSync(stamp, { force: true })
  let problems: string[] = []
  // The sizes of files are estimated when modules are grouped, so a page may be above its limit: then the next result is tried.
  for (let grouping = 0; grouping < maxGroupings; grouping++) {
    process.env['GROUPING'] = String(grouping)
    problems = await buildPages()
    if (problems.length === 0) return writeFileSync(stamp, fingerprint)
  }
  throw new Error(problems.join('\n'))
}

const maxGroupings = 4

/** Returns a message for each page over its limit. */
async function buildPages(): Promise<string[]> {
  // Loaded only now: the process that serves, which asks whether the pages are built, needs none of it.
  const { build } = await import('vite')
  const { drawPages } = await import('./build/draw-pages.ts')
  const { buildServiceWorker } = await import('./build/service-worker.ts')
  const { oversizedPages, weighPages } = await import('./build/weigh-pages.ts')
  const common = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
  await build(common)
  await build({ ...common, publicDir: false, build: { ssr: 'prerender.tsx', outDir: prerender } })
  const { pages, manifest } = await drawPages({ root, web, prerender })
  const weights = weighPages(web, pages)
  for (const { path, bytes, scripts } of weights.filter(
    ({ path }) => process.argv.includes('--weigh') || path === '/',
  ))
    process.stdout.write(`${path} loads ${(bytes / 1000).toFixed(2)} kB in ${scripts} scripts\n`)
  const problems = oversizedPages(weights)
  if (problems.length > 0) return problems
  await buildServiceWorker({ root, web, pages, manifest })
  compressFiles(web)
  return []
}

/** Compresses at build time with the best level, instead of at each start or request. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const plain = readFileSync(path)
    for (const [ending, small] of [
      ['.br', brotliCompressSync(plain)],
      ['.gz', gzipSync(plain, { level: 9 })],
    ] as const) {
      if (small.length < plain.length) writeFileSync(path + ending, small)
    }
  }
}

const fingerprintOfSources = (): string =>
  fingerprintOf(
    root,
    ['domain', 'web', 'translations', 'scripts/build', 'scripts/translations'],
    ['package-lock.json', 'vite.config.ts', 'scripts/build-web.ts'],
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()

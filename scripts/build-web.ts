import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist', 'web.stamp')

/** Builds dist/web, unless nothing that goes into it changed: a second start must not wait for a build. */
export async function buildWebIfChanged(): Promise<void> {
  const fingerprint = fingerprintOfSources()
  const isFresh = existsSync(join(root, 'dist/web/index.html')) && existsSync(stamp)
  if (isFresh && readFileSync(stamp, 'utf8') === fingerprint) return
  process.stdout.write('Building the web app…\n')
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  compressFiles(join(root, 'dist/web'))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/** Once here, as small as can be, instead of at every start or every request. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue
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

function fingerprintOfSources(): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  for (const folder of ['domain', 'web']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const file of files.filter((each) => each.isFile() && !/\.test\.tsx?$/.test(each.name))) {
      add(join(file.parentPath, file.name).slice(root.length))
    }
  }
  for (const file of ['package-lock.json', 'vite.config.ts', 'scripts/build-web.ts']) add(file)
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWebIfChanged()

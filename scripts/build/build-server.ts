import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprintOf } from './fingerprint.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'dist/server')
const stamp = join(root, 'dist/server.stamp')

/** The start of a built server, from the root. */
export const builtServer = 'dist/server/main.js'

const fingerprint = (): string =>
  fingerprintOf(
    root,
    ['domain', 'server'],
    ['package-lock.json', 'package.json', 'scripts/build/build-server.ts'],
  )

const isBuilt = (expected: string): boolean =>
  existsSync(join(root, builtServer)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === expected

/** Builds dist/server unless its sources are unchanged. */
export function buildServerIfChanged(): void {
  if (isBuilt(fingerprint())) return
  // In a child process, so that the server does not keep the bundler in memory.
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  if (status !== 0) throw new Error('Could not build the server; see the errors above')
}

/**
 * The server in a few files instead of 1,500, which a start would have to find, read and compile one by one. Each thread
 * and process that the server starts is a file of its own, with the name of its source.
 */
async function buildServer(): Promise<void> {
  const expected = fingerprint()
  if (isBuilt(expected)) return
  process.stdout.write('Building the server…\n')
  rmSync(stamp, { force: true })
  // The comments in the build name the sources from here: the same commit gives the same bytes.
  process.chdir(root)
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // Argon2 is a native module, for the platform on which it is installed. HiGHS is loaded as it is, too: see highs-solver.ts.
    ssr: { noExternal: true, external: ['@node-rs/argon2'], target: 'node' },
    build: {
      ssr: true,
      target: 'node26',
      outDir: folder,
      emptyOutDir: true,
      // Names and lines remain as they are, for stack traces.
      minify: false,
      sourcemap: 'hidden',
      rolldownOptions: {
        input: Object.fromEntries(programs().map((file) => [basename(file, '.ts'), join(root, file)])),
        output: {
          entryFileNames: '[name].js',
          // In the same folder, because server/project/project.ts finds the project from it.
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  })
  writeFileSync(stamp, expected)
}

/** The server, what the tests start in a process of theirs, and what the sources start by `programFile`. */
function programs(): string[] {
  const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const started = sources
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, 'server', file), 'utf8').matchAll(/programFile\('([^']+)'\)/g),
    ])
    .map(([, file]) => file!)
  return ['server/main.ts', 'server/run-server.ts', 'server/base/config.ts', 'server/base/log.ts', ...started]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()

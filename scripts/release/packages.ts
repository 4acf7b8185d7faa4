import { importsOf } from '../architecture/imports.ts'
import { isCode, isTest, type Tree } from '../architecture/tree.ts'

/** An entry of package-lock.json. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  dependencies?: Record<string, string>
}

export interface Lock {
  packages: Record<string, LockedPackage>
}

/** A package that is in a release, in node_modules or in the web app. */
export interface ShippedPackage {
  /** Its folder. */
  path: string
  name: string
  version: string
  license: string
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

export function readLock(tree: Tree): Lock {
  const { packages = {} }: Partial<Lock> = JSON.parse(tree.get('package-lock.json') ?? '{}')
  return { packages }
}

/** The production packages for the platform, and those that the web app contains. */
export function packagesOfRelease(tree: Tree, platform: string): ShippedPackage[] {
  const { packages } = readLock(tree)
  const [os = '', cpu = ''] = platform.split('-')
  const server = Object.keys(packages).filter((path) => {
    const { dev, ...entry } = packages[path]!
    return path !== '' && !dev && suits(entry.os, os) && suits(entry.cpu, cpu) && suits(entry.libc, 'glibc')
  })
  const paths = [...new Set([...server, ...packagesOfWeb(tree, packages)])].toSorted()
  return paths.map((path) => {
    const { version = '', license = '' } = packages[path]!
    return { path, name: nameOf(path), version, license }
  })
}

const suits = (wanted: string | string[] | undefined, own: string): boolean =>
  wanted === undefined || [wanted].flat().includes(own)

/** What the sources of the web app import, also in style sheets, with the dependencies of it. */
function packagesOfWeb(tree: Tree, packages: Lock['packages']): Set<string> {
  const found = new Set<string>()
  const add = (specifier: string, from: string): void => {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    const path = pathOf(name, from, packages)
    if (path === undefined || found.has(path)) return
    found.add(path)
    for (const each of Object.keys(packages[path]?.dependencies ?? {})) add(each, path)
  }
  for (const [file, source] of tree) {
    if (!/^(?:web|domain)\//.test(file) || isTest(file)) continue
    if (file.endsWith('.css'))
      for (const [, specifier = ''] of source.matchAll(/url\(['"]?([@a-z][^'")]*)/g)) add(specifier, '')
    if (!isCode(file)) continue
    for (const { specifier, path, isType } of importsOf(file, source))
      if (!isType && path === undefined) add(specifier, '')
  }
  return found
}

/** As Node resolves it: the nearest node_modules. */
function pathOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

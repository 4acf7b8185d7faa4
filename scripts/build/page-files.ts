import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of Vite's manifest. */
interface ManifestEntry {
  file: string
  /** The same in both builds; two files may share it. */
  name?: string
  /** The source of an entry or of an `import()`. */
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

export type Manifest = Record<string, ManifestEntry>

export interface PageFiles {
  scripts: string[]
  styles: string[]
  /** Images referenced by its style sheets. */
  pictures: string[]
}

/** Reads the manifest and removes it, because the folder is served. */
export function readManifest(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  rmSync(join(folder, '.vite'), { recursive: true })
  return manifest
}

/**
 * All files a page loads: the entry, and the lazy imports of its routes. `fetchers` is the source of those imports in
 * the prerender build; the name of each imported file leads to the file for the browser.
 */
export function filesOf(
  fetchers: readonly string[],
  manifests: { web: Manifest; prerender: Manifest },
): PageFiles {
  const { web, prerender } = manifests
  const needed = fetchers.flatMap((text): Pick<ManifestEntry, 'file' | 'name' | 'src'>[] => {
    const imported = [...text.matchAll(/import\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/g)].map((match) => match[1]!)
    if (imported.length === 0 && text.includes('import('))
      throw new Error(`Cannot tell which file this imports: ${text}`)
    // A file of that build imports another by its name, the entry by its folder and name.
    const isNamed = (part: ManifestEntry, file: string): boolean =>
      part.file === file || part.file.endsWith(`/${file}`)
    return imported.map((file) => Object.values(prerender).find((part) => isNamed(part, file)) ?? { file })
  })
  const files: Record<keyof PageFiles, Set<string>> = {
    scripts: new Set(),
    styles: new Set(),
    pictures: new Set(),
  }
  const seen = new Set<string>()
  const add = (part: ManifestEntry): void => {
    if (seen.has(part.file)) return
    seen.add(part.file)
    for (const each of part.imports ?? []) add(web[each]!)
    files.scripts.add(part.file)
    for (const each of part.css ?? []) files.styles.add(each)
    // A font is loaded only by devices without one of their own.
    for (const each of part.assets ?? []) if (!each.endsWith('.woff2')) files.pictures.add(each)
  }
  const parts = Object.values(web)
  for (const part of parts.filter(({ isEntry }) => isEntry)) add(part)
  for (const { src, name, file } of needed) {
    const part = (src && web[src]) || parts.find((each) => each.name === name)
    if (!part) throw new Error(`The web app has no file "${src ?? name ?? file}", which a page needs`)
    add(part)
  }
  return { scripts: [...files.scripts], styles: [...files.styles], pictures: [...files.pictures] }
}

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What the bundler says about the files it made; see the manifest of Vite. */
interface Part {
  file: string
  /** Both builds call a part the same. */
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}

export type Manifest = Record<string, Part>

export interface PageFiles {
  scripts: string[]
  styles: string[]
  /** Pictures that its style sheets name. */
  pictures: string[]
}

/** Read once and removed: what is in the folder is served. */
export function readManifest(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  rmSync(join(folder, '.vite'), { recursive: true })
  return manifest
}

/**
 * Everything a page loads: the entry, and what the functions of its routes import. They are given as the build for
 * here wrote them, where each import names a file, whose name leads to the file for the browser.
 */
export function filesOf(
  fetchers: readonly string[],
  manifests: { web: Manifest; prerender: Manifest },
): PageFiles {
  const { web, prerender } = manifests
  const names = fetchers.flatMap((text) => {
    const imported = [...text.matchAll(/import\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/g)].map((match) => match[1]!)
    if (imported.length === 0 && text.includes('import('))
      throw new Error(`The build cannot tell which file this fetches: ${text}`)
    // A file of that build names another as its neighbour, the first one by its folder.
    const isNamed = (part: Part, file: string): boolean =>
      part.file === file || part.file.endsWith(`/${file}`)
    return imported.map((file) => Object.values(prerender).find((part) => isNamed(part, file))?.name ?? file)
  })
  const files: Record<keyof PageFiles, Set<string>> = {
    scripts: new Set(),
    styles: new Set(),
    pictures: new Set(),
  }
  const seen = new Set<string>()
  const add = (part: Part): void => {
    if (seen.has(part.file)) return
    seen.add(part.file)
    for (const each of part.imports ?? []) add(web[each]!)
    files.scripts.add(part.file)
    for (const each of part.css ?? []) files.styles.add(each)
    for (const each of part.assets ?? []) files.pictures.add(each)
  }
  const parts = Object.values(web)
  for (const part of parts.filter(({ isEntry }) => isEntry)) add(part)
  for (const name of names) {
    const part = parts.find((each) => each.name === name)
    if (!part) throw new Error(`The web app has no file "${name}", which a page needs`)
    add(part)
  }
  return { scripts: [...files.scripts], styles: [...files.styles], pictures: [...files.pictures] }
}

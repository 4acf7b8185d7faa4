import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { screens } from '#domain/screens/screens.ts'
import type { BuiltPage } from './draw-pages.ts'

/** The maximum size of a page: gzip bytes of everything it loads. */
const limits = { home: 110_000, screen: 140_000, field: 200_000 }

/** A phone keeps their files: only the first start loads them. */
const isField = (path: string): boolean =>
  screens.some((screen) => screen.path === path && screen.area === 'field')

export function limitOf(path: string): number {
  if (path === '/') return limits.home
  return isField(path) ? limits.field : limits.screen
}

/** The icon, and the script that runs before the first paint; a page that needs a session has another one. */
export const filesInHead = (html: string): string[] =>
  [...html.matchAll(/(?:rel="icon" href|<script +src)="\/([^"]+)"/g)].map((match) => match[1]!)

export interface Weight {
  path: string
  bytes: number
  /** The number of script files. */
  scripts: number
}

const size = (content: Buffer | string): number => gzipSync(content, { level: 9 }).length

/** The gzip size of each page with its scripts, style sheets, images and icon. */
export function weighPages(folder: string, pages: readonly BuiltPage[]): Weight[] {
  const known = new Map<string, number>()
  const sizeOf = (file: string): number => {
    if (!known.has(file)) known.set(file, size(readFileSync(join(folder, file))))
    return known.get(file)!
  }
  return pages.map(({ path, html, scripts, styles, pictures }) => {
    // The icon is also the picture of the brand, and is loaded once.
    const files = new Set([...scripts, ...styles, ...pictures, ...filesInHead(html)])
    return {
      path,
      bytes: [...files].reduce((sum, file) => sum + sizeOf(file), size(html)),
      scripts: scripts.length,
    }
  })
}

/** A message for each page over its limit. */
export function oversizedPages(weights: readonly Weight[]): string[] {
  return weights.flatMap(({ path, bytes }) => {
    const limit = limitOf(path)
    return bytes > limit
      ? [
          `${path} loads ${bytes.toLocaleString('en')} bytes (gzip), ${(bytes - limit).toLocaleString('en')} over the limit`,
        ]
      : []
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { forms } from '#domain/contract/forms.ts'
import { guardedPages } from '#domain/contract/pages.ts'
import type { BuiltPage } from './draw-pages.ts'

/** The most a page may weigh: gzip bytes of everything it loads. */
const limits = { home: 110_000, form: 140_000 }

/** Of the forms those behind the log-in; the one for visitors has a map beside it. */
const isForm = (path: string): boolean =>
  guardedPages.includes(path) && forms.some((form) => form.route === path)

export function limitOf(path: string): number | undefined {
  if (path === '/') return limits.home
  return isForm(path) ? limits.form : undefined
}

export interface Weight {
  path: string
  bytes: number
}

const size = (content: Buffer | string): number => gzipSync(content, { level: 9 }).length

/** What each page loads, in gzip bytes: itself, its scripts, style sheets, pictures, and the icon. */
export function weighPages(folder: string, pages: readonly BuiltPage[]): Weight[] {
  const known = new Map<string, number>()
  const sizeOf = (file: string): number => {
    if (!known.has(file)) known.set(file, size(readFileSync(join(folder, file))))
    return known.get(file)!
  }
  return pages.map(({ path, html, scripts, styles, pictures }) => {
    const icon = /rel="icon" href="\/([^"]+)" type/.exec(html)?.[1]
    const files = [...scripts, ...styles, ...pictures, ...(icon ? [icon] : [])]
    return { path, bytes: size(html) + files.reduce((sum, file) => sum + sizeOf(file), 0) }
  })
}

/** One sentence for each page that is too heavy. */
export function tooHeavy(weights: readonly Weight[]): string[] {
  return weights.flatMap(({ path, bytes }) => {
    const limit = limitOf(path)
    return limit !== undefined && bytes > limit
      ? [
          `${path} loads ${bytes.toLocaleString('en')} bytes (gzip), ${(bytes - limit).toLocaleString('en')} more than it may`,
        ]
      : []
  })
}

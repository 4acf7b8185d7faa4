import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { forms } from '#domain/contract/forms.ts'
import type { BuiltPage } from './draw-pages.ts'

/** The maximum size of a page: gzip bytes of everything it loads. */
const limits = { home: 110_000, screen: 140_000 }

/** The screens that are still above the limit, each with its own, so that none grows by much (docs/decisions/041 and 048). */
const higherLimits: Readonly<Record<string, number>> = {
  '/account': 145_000,
  '/admin': 149_000,
  '/admin/audit': 144_000,
  '/admin/balances': 146_000,
  '/admin/handover': 146_000,
  '/admin/health': 145_000,
  '/admin/holidays': 145_000,
  '/admin/reference': 143_100,
  '/admin/roles': 150_000,
  '/admin/series': 140_200,
  '/admin/services': 154_000,
  '/admin/tokens': 149_000,
  '/admin/users': 151_000,
  '/bin': 142_000,
  '/calendar': 148_000,
  '/changes': 141_000,
  '/contact': 148_000,
  '/customers/:code': 146_000,
  '/get': 149_000,
  '/imports': 149_000,
  '/imports/:id': 145_000,
  '/lists/:path': 152_000,
  '/records/:path/:id': 150_000,
  '/round': 150_000,
  '/trees/:tree': 141_000,
  '/visitentry': 144_000,
  '/visits': 151_000,
}
const formLimit = 151_000

const isForm = (path: string): boolean => forms.some((form) => form.route === path)

export const limitOf = (path: string): number =>
  path === '/' ? limits.home : (higherLimits[path] ?? (isForm(path) ? formLimit : limits.screen))

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
    const icon = /rel="icon" href="\/([^"]+)" type/.exec(html)?.[1]
    const files = [...scripts, ...styles, ...pictures, ...(icon ? [icon] : [])]
    return {
      path,
      bytes: size(html) + files.reduce((sum, file) => sum + sizeOf(file), 0),
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

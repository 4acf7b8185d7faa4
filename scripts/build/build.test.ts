import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, type Manifest } from './page-files.ts'
import { oversizedPages, weighPages } from './weigh-pages.ts'

const web: Manifest = {
  'index.html': { file: 'main.js', name: 'index', isEntry: true, imports: ['_vendor.js'], css: ['main.css'] },
  '_vendor.js': { file: 'vendor.js', name: 'vendor' },
  'home-page.tsx': {
    file: 'home.js',
    name: 'home-page',
    imports: ['index.html'],
    css: ['home.css'],
    assets: ['a.svg'],
  },
  'other-page.tsx': { file: 'other.js', name: 'other-page', imports: ['index.html'] },
}
const prerender: Manifest = { 'home-page.tsx': { file: 'assets/home-xyz.js', name: 'home-page' } }

it('finds the files a page loads from the lazy imports of its routes', () => {
  const fetcher = 'async () => ({ Component: (await import("./assets/home-xyz.js")).HomePage })'
  expect(filesOf([fetcher], { web, prerender })).toEqual({
    scripts: ['vendor.js', 'main.js', 'home.js'],
    styles: ['main.css', 'home.css'],
    pictures: ['a.svg'],
  })
  expect(filesOf(['() => null'], { web, prerender }).scripts).toEqual(['vendor.js', 'main.js'])
})

it('throws when a file cannot be determined', () => {
  expect(() => filesOf(['() => import(name)'], { web, prerender })).toThrow(/Cannot tell which file/)
  expect(() => filesOf(['() => import("./gone.js")'], { web, prerender })).toThrow(/no file "gone.js"/)
})

it('sums the size of a page with all its files, and reports pages over the limit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-weight-'))
  // Random letters do not compress: about three quarters of a byte each.
  const letters = Array.from({ length: 250_000 }, () => Math.random().toString(36)[2] ?? 'a').join('')
  writeFileSync(join(folder, 'main.js'), letters)
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
  const html = '<link rel="icon" href="/icon.svg" type="image/svg+xml">'
  const page = { html, scripts: ['main.js'], styles: [], pictures: [] }
  const weights = weighPages(folder, [
    { path: '/', ...page },
    { path: '/contact3', ...page },
    { path: '/about', ...page },
    { path: '/contact4', ...page, scripts: [] },
  ])
  expect(weights[0]!.bytes).toBeGreaterThan(140_000)
  expect(weights[3]!.bytes).toBeGreaterThan(50)
  expect(weights[3]!.bytes).toBeLessThan(200)
  expect(oversizedPages(weights)).toEqual([
    expect.stringMatching(/^\/ loads 1\d\d,\d{3} bytes \(gzip\), \d+,\d{3} over the limit$/),
    expect.stringMatching(/^\/contact3 loads /),
    expect.stringMatching(/^\/about loads /),
  ])
  rmSync(folder, { recursive: true })
})

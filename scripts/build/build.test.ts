import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, type Manifest } from './page-files.ts'
import { tooHeavy, weighPages } from './weigh-pages.ts'

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

it('finds what a page loads in the functions of its routes', () => {
  const fetcher = 'async () => ({ Component: (await import("./assets/home-xyz.js")).HomePage })'
  expect(filesOf([fetcher], { web, prerender })).toEqual({
    scripts: ['vendor.js', 'main.js', 'home.js'],
    styles: ['main.css', 'home.css'],
    pictures: ['a.svg'],
  })
  expect(filesOf(['() => null'], { web, prerender }).scripts).toEqual(['vendor.js', 'main.js'])
})

it('does not guess', () => {
  expect(() => filesOf(['() => import(name)'], { web, prerender })).toThrow(/cannot tell which file/)
  expect(() => filesOf(['() => import("./gone.js")'], { web, prerender })).toThrow(/no file "gone.js"/)
})

it('weighs a page with all it loads, and names the one that is too heavy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-weight-'))
  // Random letters do not compress: about three quarters of a byte each.
  const letters = Array.from({ length: 220_000 }, () => Math.random().toString(36)[2] ?? 'a').join('')
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
  expect(tooHeavy(weights)).toEqual([
    expect.stringMatching(/^\/ loads 1\d\d,\d{3} bytes \(gzip\), \d+,\d{3} more than it may$/),
    expect.stringMatching(/^\/contact3 loads /),
  ])
  rmSync(folder, { recursive: true })
})

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { guardedPages, parameterPages } from '#domain/screens/pages.ts'
import { publicPages, type PublicPath } from '#domain/screens/public-pages.ts'
import { descriptions, headOf } from '#web/app/page-head.ts'
import type * as Prerender from '#web/prerender.tsx'
import { filesOf, readManifest, type Manifest, type PageFiles } from './page-files.ts'

export interface BuiltPage extends PageFiles {
  /** `*` for the not-found page. */
  path: string
  html: string
}

interface DrawnPages {
  pages: BuiltPage[]
  /** Which file of the web app needs which. */
  manifest: Manifest
}

interface Folders {
  /** The built web app; the pages are written here. */
  web: string
  /** The same app built for Node. */
  prerender: string
}

/** Any path that matches no route. */
const unknownPath = '/no-such-page'

/** Prerenders every page to a file: public pages with their content, the others as an empty frame. */
export async function drawPages({ web, prerender }: Folders): Promise<DrawnPages> {
  // Pages are prerendered without a session, and Node warns about localStorage without a file.
  Reflect.deleteProperty(globalThis, 'localStorage')
  const { renderShell, renderPage, lazyImportsOf } = (await import(
    pathToFileURL(join(prerender, 'prerender.js')).href
  )) as typeof Prerender
  const template = writeFirstPaint(readFileSync(join(web, 'index.html'), 'utf8'), web)
  const manifests = { web: readManifest(web), prerender: readManifest(prerender) }
  const pages: BuiltPage[] = []

  const add = async (
    path: string,
    name: string,
    kind: 'page' | 'frame',
    drawn: Prerender.RenderedPage,
  ): Promise<void> => {
    const files = filesOf(await lazyImportsOf(path === '*' ? unknownPath : path), manifests)
    const html = fillTemplate(template, { path, kind, files, ...drawn })
    const file = join(web, `${name}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, html)
    pages.push({ path, html, ...files })
  }
  for (const path of publicPages) await add(path, nameOf(path), 'page', await renderPage(path))
  for (const path of ['/services', '/contact'])
    await add(path, `${nameOf(path)}-none`, 'page', await renderPage(path, { isEmpty: true }))
  await add('*', 'not-found', 'page', await renderPage(unknownPath))
  for (const path of [...guardedPages, ...parameterPages])
    await add(path, nameOf(path), 'frame', await renderShell(path))
  writeFileSync(join(web, 'robots.txt'), robots())
  writeFileSync(join(web, 'sitemap.xml'), sitemap())
  writeFileSync(join(web, 'offline.html'), offlinePage(template))
  return { pages, manifest: manifests.web }
}

const firstPaint = '/first-paint.js'

/** Named by its content, like the other files, so that a browser keeps it: it blocks the first paint. */
function writeFirstPaint(template: string, web: string): string {
  const script = readFileSync(new URL(`../../web${firstPaint}`, import.meta.url))
  const named = `/assets/first-paint-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  if (!template.includes(firstPaint)) throw new Error(`index.html does not load ${firstPaint}`)
  writeFileSync(join(web, named), script)
  return template.replace(firstPaint, named)
}

/** Shown by the service worker instead of a page that needs the network; it works without scripts. */
function offlinePage(template: string): string {
  const markup = [
    '<main class="page page-narrow"><h1>No network</h1>',
    '<p class="page-lead">This page needs the network. What you recorded on this phone is saved, and sent when the network is back.</p>',
    '<p class="links"><a class="button button-main" href="/today">Today</a><a href="/outbox">Outbox</a><a href="">Try again</a></p></main>',
  ].join('')
  return template
    .replaceAll(/<script\b[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<title>.*<\/title>/, () => headOf({ path: '/offline', title: 'No network · AgriDesk' }))
    .replace('<p class="no-script"></p>', '')
    .replace('<div id="root"></div>', () => markup)
    .replaceAll(/>\s*\n\s*</g, '><')
}

/** Replaces the colon of a parameter, which a file name cannot have; the server maps it back. */
const nameOf = (path: string): string => (path === '/' ? 'index' : path.slice(1).replaceAll('/:', '/_'))

interface Content extends Prerender.RenderedPage {
  path: string
  kind: 'page' | 'frame'
  files: PageFiles
}

/** The notice of pages that need JavaScript, for browsers without it. */
const needsScript: Partial<Record<PublicPath, string>> = {
  '/contact':
    'Sending a message needs JavaScript, which is off in this browser. Switch it on and load the page again.',
  '/login':
    'Logging in needs JavaScript, which is off in this browser. Switch it on and load the page again.',
  '/register':
    'Registering needs JavaScript, which is off in this browser. Switch it on and load the page again.',
}

/** What installs the app; public pages are without it, and web/outbox/worker adds it after a log-in. */
const appLinks = [
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<link rel="apple-touch-icon" href="/icon-180.png">',
]

function fillTemplate(template: string, { path, kind, files, markup, title }: Content): string {
  const description = descriptions()[path as PublicPath] as string | undefined
  const name = title || 'AgriDesk'
  const head = headOf({ path, title: name, ...(description !== undefined && { description }) })
  const links = [
    ...files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...files.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...(kind === 'frame' ? appLinks : []),
  ].filter((link) => !template.includes(/"\/[^"]+"/.exec(link)![0]))
  const sentence =
    kind === 'frame'
      ? 'This screen needs JavaScript. Switch it on and load the page again.'
      : needsScript[path as PublicPath]
  const data =
    path === '/services' ? '<script type="application/json" id="services">{{services.json}}</script>' : ''
  const filled = template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<p class="no-script"></p>', () => (sentence ? `<p class="no-script">${sentence}</p>` : ''))
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-drawn="${kind}">${markCardTemplate(markup)}</div>${data}`,
    )
  return filled.replaceAll(/>\s*\n\s*</g, '><')
}

/** Marks the card of a service with comments, so that the server can repeat it. */
function markCardTemplate(markup: string): string {
  return markup.replace(/<li(?:(?!<li).)*?\{\{service\..*?<\/li>/, (card) => `<!--card-->${card}<!--/card-->`)
}

function robots(): string {
  const ofOne = parameterPages.map((path) => path.slice(0, path.indexOf(':')))
  const closed = ['/api/', ...guardedPages, ...ofOne].map((path) => `Disallow: ${path}\n`)
  return `User-agent: *\n${closed.join('')}\nSitemap: {{site}}/sitemap.xml\n`
}

function sitemap(): string {
  const addresses = publicPages.map((path) => `<url><loc>{{site}}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`
}

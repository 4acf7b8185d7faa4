import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { guardedPages, pagesOfOne, publicPages } from '#domain/contract/pages.ts'
import { descriptions, headOf } from '#web/app/page-head.ts'
import type * as Prerender from '#web/prerender.tsx'
import { filesOf, readManifest, type PageFiles } from './page-files.ts'

export interface BuiltPage extends PageFiles {
  /** `*` for the page that says that there is none. */
  path: string
  html: string
}

interface Folders {
  /** The built web app, into which the pages are written. */
  web: string
  /** The same app built to be run here. */
  prerender: string
}

/** Any address that no route knows. */
const nowhere = '/no-such-page'

/** Every page as a file: those for everybody with their content, the others as a frame for it. */
export async function drawPages({ web, prerender }: Folders): Promise<BuiltPage[]> {
  // Pages are drawn for nobody in particular, and Node warns of a storage that it would have to be given a file for.
  Reflect.deleteProperty(globalThis, 'localStorage')
  const { drawFrame, drawPage, fetchersOf } = (await import(
    pathToFileURL(join(prerender, 'prerender.js')).href
  )) as typeof Prerender
  const template = readFileSync(join(web, 'index.html'), 'utf8')
  const manifests = { web: readManifest(web), prerender: readManifest(prerender) }
  const pages: BuiltPage[] = []

  const add = async (
    path: string,
    name: string,
    kind: 'page' | 'frame',
    drawn: Prerender.Drawn,
  ): Promise<void> => {
    const files = filesOf(await fetchersOf(path === '*' ? nowhere : path), manifests)
    const html = fillTemplate(template, { path, kind, files, ...drawn })
    const file = join(web, `${name}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, html)
    pages.push({ path, html, ...files })
  }
  for (const path of publicPages) await add(path, nameOf(path), 'page', await drawPage(path))
  for (const path of ['/services', '/contact'])
    await add(path, `${nameOf(path)}-none`, 'page', await drawPage(path, { isEmpty: true }))
  await add('*', 'not-found', 'page', await drawPage(nowhere))
  for (const path of [...guardedPages, ...pagesOfOne])
    await add(path, nameOf(path), 'frame', await drawFrame(path))
  writeFileSync(join(web, 'robots.txt'), robots())
  writeFileSync(join(web, 'sitemap.xml'), sitemap())
  return pages
}

/** A colon has no place in the name of a file; the server puts it back. */
const nameOf = (path: string): string => (path === '/' ? 'index' : path.slice(1).replaceAll('/:', '/_'))

interface Content extends Prerender.Drawn {
  path: string
  kind: 'page' | 'frame'
  files: PageFiles
}

/** What JavaScript does on a page, for those who have none: no script, no sentence that waits for one. */
const needsScript: Record<string, string> = {
  '/contact':
    'Sending a message needs JavaScript, which is off in this browser. Switch it on and load the page again.',
  '/login':
    'Logging in needs JavaScript, which is off in this browser. Switch it on and load the page again.',
  '/register':
    'Registering needs JavaScript, which is off in this browser. Switch it on and load the page again.',
}

function fillTemplate(template: string, { path, kind, files, markup, title }: Content): string {
  const description = descriptions[path]
  const name = title || 'AgriDesk'
  const head = headOf({ path, title: name, ...(description !== undefined && { description }) })
  const links = [
    ...files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...files.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].filter((link) => !template.includes(/"\/[^"]+"/.exec(link)![0]))
  const sentence =
    kind === 'frame'
      ? 'This screen needs JavaScript. Switch it on and load the page again.'
      : needsScript[path]
  const data =
    path === '/services' ? '<script type="application/json" id="services">{{services.json}}</script>' : ''
  const filled = template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<p class="no-script"></p>', () => (sentence ? `<p class="no-script">${sentence}</p>` : ''))
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-drawn="${kind}">${markStencils(markup)}</div>${data}`,
    )
  return filled.replaceAll(/>\s*\n\s*</g, '><')
}

/** Fences round the one card, for the server to repeat what is between them. */
function markStencils(markup: string): string {
  return markup.replace(/<li(?:(?!<li).)*?\{\{service\..*?<\/li>/, (card) => `<!--card-->${card}<!--/card-->`)
}

function robots(): string {
  const ofOne = pagesOfOne.map((path) => path.slice(0, path.indexOf(':')))
  const closed = ['/api/', ...guardedPages, ...ofOne].map((path) => `Disallow: ${path}\n`)
  return `User-agent: *\n${closed.join('')}\nSitemap: {{site}}/sitemap.xml\n`
}

function sitemap(): string {
  const addresses = publicPages.map((path) => `<url><loc>{{site}}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`
}

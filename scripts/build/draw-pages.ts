import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minifySync } from 'vite'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { guardedPages, parameterPages } from '#domain/screens/pages.ts'
import { publicPages, type PublicPath } from '#domain/screens/public-pages.ts'
import { languageCodes, type LanguageCode } from '#domain/messages/languages.ts'
import { letterOfScript } from '#web/language/letters.ts'
import type * as Prerender from '#web/prerender.tsx'
import { readTranslations } from '../translations/check-translations.ts'
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
  root: string
  /** The built web app; the pages are written here. */
  web: string
  /** The same app built for Node. */
  prerender: string
}

/** Any path that matches no route. */
const unknownPath = '/no-such-page'

/** Prerenders every page to a file, in each language: public pages with their content, the others as an empty frame. */
export async function drawPages({ root, web, prerender }: Folders): Promise<DrawnPages> {
  // Pages are prerendered without a session, and Node warns about localStorage without a file.
  Reflect.deleteProperty(globalThis, 'localStorage')
  const app = (await import(pathToFileURL(join(prerender, 'prerender.js')).href)) as App
  const index = readFileSync(join(web, 'index.html'), 'utf8')
  const templatesWith = (fonts: readonly string[]) => ({
    page: writeFirstPaint(index, web, [firstPaint, ...fonts]),
    frame: writeFirstPaint(index, web, [firstPaint, ...fonts, '/first-files.js']),
  })
  const manifests = { web: readManifest(web), prerender: readManifest(prerender) }
  const entryFiles = filesOf([], manifests)
  const pages: BuiltPage[] = []
  const filesByPath = new Map<string, PageFiles>()
  const filesAt = async (path: string): Promise<PageFiles> => {
    const files =
      filesByPath.get(path) ?? filesOf(await app.lazyImportsOf(path === '*' ? unknownPath : path), manifests)
    filesByPath.set(path, files)
    return files
  }

  for (const language of languageCodes) {
    app.renderIn(language, translationsOf(root, language))
    const templates = templatesWith(language === 'en' ? [] : ['/first-fonts.js'])
    const folder = language === 'en' ? web : join(web, language)
    const languageScripts = language === 'en' ? [] : scriptsOfLanguage(manifests.web, language)
    const languageStyles = language === 'en' ? [] : stylesOfFonts(manifests.web)
    const add = async (path: string, name: string, kind: 'page' | 'frame', drawn: Drawn): Promise<void> => {
      const files = await filesAt(path)
      const logIn = await app.logInImportsOf(path)
      const logInFiles = logIn && filesOf(logIn, manifests)
      const ofLanguage = { language, languageScripts, languageStyles }
      const content = { path, kind, ...ofLanguage, files, entryFiles, logInFiles, ...drawn }
      const html = fillTemplate(app, templates[kind], content)
      const file = join(folder, `${name}.html`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, html)
      if (language === 'en' && !drawn.query) pages.push({ path, html, ...files })
    }
    for (const path of publicPages) await add(path, nameOf(path), 'page', await app.renderPage(path))
    for (const path of ['/services', '/contact'])
      await add(path, `${nameOf(path)}-none`, 'page', await app.renderPage(path, { isEmpty: true }))
    await add('/login', 'login-to', 'page', { ...(await app.renderPage('/login?to=/')), query: 'to' })
    await add('*', 'not-found', 'page', await app.renderPage(unknownPath))
    for (const path of [...guardedPages, ...parameterPages, ...largeLists])
      await add(path, nameOf(path), 'frame', await app.renderShell(path))
    writeFileSync(join(folder, 'offline.html'), offlinePage(app, templates.page, language))
  }
  writeFileSync(join(web, 'robots.txt'), robots())
  writeFileSync(join(web, 'sitemap.xml'), sitemap())
  return { pages, manifest: manifests.web }
}

/** Lists whose first request differs from that of the others. */
const largeLists = catalogue.filter(({ large }) => large).map(({ path }) => `/lists/${path}`)

type App = typeof Prerender

interface Drawn extends Prerender.RenderedPage {
  /** The parameter of the query with which it is rendered. */
  query?: string
}

function translationsOf(root: string, language: LanguageCode): Readonly<Record<string, string>> {
  if (language === 'en') return {}
  return readTranslations(readFileSync(join(root, 'translations', `${language}.json`), 'utf8')) ?? {}
}

/** What shows a page in the language, loaded together with the page instead of after it. */
const scriptsOfLanguage = (manifest: Manifest, language: string): string[] =>
  Object.values(manifest).flatMap(({ file, src }) =>
    src === 'language/start-language.ts' || file.includes(`translations_${language}-field-`) ? [file] : [],
  )

/** The page is shown when the faces that they declare are there (web/first-fonts.js). */
const stylesOfFonts = (manifest: Manifest): string[] =>
  Object.values(manifest).flatMap(({ src, css }) => (src === 'language/load-fonts.ts' ? (css ?? []) : []))

const firstPaint = '/first-paint.js'

/** Named by its content, like the other files, so that a browser keeps it: it blocks the first paint. */
function writeFirstPaint(template: string, web: string, sources: readonly string[]): string {
  const source = sources.map((each) => readFileSync(new URL(`../../web${each}`, import.meta.url), 'utf8'))
  const script = minifySync(firstPaint, source.join('')).code
  const named = `/assets/first-paint-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  if (!template.includes(firstPaint)) throw new Error(`index.html does not load ${firstPaint}`)
  writeFileSync(join(web, named), script)
  return template.replace(firstPaint, named)
}

/** Works without scripts. */
function offlinePage({ headOf, offlineWords }: App, template: string, language: LanguageCode): string {
  const { title, lead, today, outbox, again } = offlineWords()
  const markup = [
    `<main class="page page-narrow"><h1>${title}</h1>`,
    `<p class="page-lead">${lead}</p>`,
    `<p class="links"><a class="button button-main" href="/today">${today}</a><a href="/outbox">${outbox}</a><a href="">${again}</a></p></main>`,
  ].join('')
  return template
    .replace('lang="en"', `lang="${language}"`)
    .replaceAll(/<script\b[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<title>.*<\/title>/, () => headOf({ path: '/offline', title: `${title} · AgriDesk` }))
    .replace('<p class="no-script"></p>', '')
    .replace('<div id="root"></div>', () => markup)
    .replaceAll(/>\s*\n\s*</g, '><')
}

/** Replaces the colon of a parameter, which a file name cannot have; the server maps it back. */
const nameOf = (path: string): string => (path === '/' ? 'index' : path.slice(1).replaceAll('/:', '/_'))

interface Content extends Drawn {
  path: string
  kind: 'page' | 'frame'
  language: LanguageCode
  /** What shows the page in its language. */
  languageScripts: readonly string[]
  /** The faces of its script. */
  languageStyles: readonly string[]
  files: PageFiles
  /** What every page loads. */
  entryFiles: PageFiles
  /** What is loaded without a session instead of the files of the page. */
  logInFiles: PageFiles | undefined
}

/** What installs the app; public pages are without it, and web/outbox/worker adds it after a log-in. */
const appLinks = [
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<link rel="apple-touch-icon" href="/icon-180.png">',
]

/**
 * What first-files.js adds to the head of a frame, where only the browser knows whether there is a session: the files of the page
 * would compete with those of the log-in.
 */
function lateFiles({ path, files, logInFiles, entryFiles, languageScripts }: Content): string {
  const early = new Set([...entryFiles.styles, ...entryFiles.scripts, ...languageScripts])
  const attribute = (name: string, { scripts, styles }: PageFiles): string => {
    const late = [...styles, ...scripts].filter((file) => !early.has(file))
    return ` ${name}="${late.map((file) => `/${file}`).join(' ')}"`
  }
  const reads = ` data-reads="${firstReadsOf(path)}"`
  return attribute('data-page', files) + (logInFiles ? attribute('data-login', logInFiles) + reads : '')
}

/**
 * What a frame requests with a session while the code of its page is loading: the account, and if the URL has no query the first page
 * of a list, as web/lists/list-page.tsx does. A number stands for a part of the path.
 */
function firstReadsOf(path: string): string {
  const [, first, list = ''] = path.split('/')
  const own = '/api/v1/me'
  if (first !== 'lists' || list === '') return own
  const rows = list.startsWith(':') ? ':2?limit=50&total=true' : `${list}?limit=50&total=quick`
  return `${own} /api/v1/${rows}&names=true`
}

function fillTemplate(app: App, template: string, content: Content): string {
  const { path, kind, language, languageScripts, languageStyles, markup, title, query } = content
  const { scripts, styles } = kind === 'frame' ? content.entryFiles : content.files
  const description = app.descriptions()[path as PublicPath] as string | undefined
  const name = title || 'AgriDesk'
  const head = app.headOf({ path, title: name, ...(description !== undefined && { description }) })
  const links = [
    ...new Set(
      [...scripts, ...languageScripts].map(
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
    ),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...languageStyles.map(
      (file) =>
        `<link rel="stylesheet" crossorigin href="/${file}" data-letter="${letterOfScript[language]}">`,
    ),
    ...(kind === 'frame' ? appLinks : []),
  ].filter((link) => !template.includes(/"\/[^"]+"/.exec(link)![0]))
  const notice = app.noScriptNotice(path, kind)
  const data =
    path === '/services' ? '<script type="application/json" id="services">{{services.json}}</script>' : ''
  const filled = template
    .replace('lang="en"', `lang="${language}"`)
    .replace(/<title>.*<\/title>/, () => head)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(/(?<=<script +src="[^"]+")/, () => (kind === 'frame' ? lateFiles(content) : ''))
    .replace('<p class="no-script"></p>', () => (notice ? `<p class="no-script">${notice}</p>` : ''))
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-drawn="${kind}"${query ? ` data-query="${query}"` : ''}>${markCardTemplate(markup)}</div>${data}`,
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

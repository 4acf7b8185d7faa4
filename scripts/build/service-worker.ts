import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { languageCodes } from '#domain/messages/languages.ts'
import { screens } from '#domain/screens/screens.ts'
import type { BuiltPage } from './draw-pages.ts'
import type { Manifest } from './page-files.ts'
import { filesInHead } from './weigh-pages.ts'

interface Built {
  root: string
  /** The built web app; `sw.js` is written here. */
  web: string
  pages: readonly BuiltPage[]
  manifest: Manifest
}

/** Logging in and out has to work without a network as well; with one, the page of the server is shown. */
const otherPages = ['/login', '/logout']
const offlinePage = '/offline'
const fieldPaths = screens.filter(({ area }) => area === 'field').map(({ path }) => path)

/** Parts that field screens load late; other screens load theirs from the network. */
const lateParts = /^(?:field|outbox|slip)\/|^app\/layout\//

/** The address of a page: any value of a parameter is answered with the same file. */
const urlOf = (path: string): string => path.replaceAll('/:', '/_')

const fileOf = (path: string): string => `${urlOf(path).slice(1)}.html`

/** The files of the field screens, with those that they load late. */
export function precachedFiles(
  pages: readonly BuiltPage[],
  manifest: Manifest,
): { scripts: Set<string>; others: Set<string> } {
  const scripts = new Set<string>()
  const others = new Set<string>()
  const parts = Object.values(manifest)
  const add = (file: string): void => {
    if (scripts.has(file)) return
    scripts.add(file)
    for (const part of parts.filter((each) => each.file === file)) {
      for (const each of [...(part.css ?? []), ...(part.assets ?? [])]) others.add(each)
      for (const each of part.imports ?? []) add(manifest[each]!.file)
      for (const each of part.dynamicImports ?? []) if (lateParts.test(each)) add(manifest[each]!.file)
    }
  }
  for (const { scripts: own, styles, pictures } of pages) {
    for (const file of own) add(file)
    for (const file of [...styles, ...pictures]) others.add(file)
  }
  return { scripts, others }
}

/** The translations of the field screens by language, which a phone keeps only when it uses the language. */
const languageFiles = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries(
    Object.values(manifest).flatMap(({ file }) => {
      const language = /translations_(\w+)-field-/.exec(file)?.[1]
      return language === undefined ? [] : [[language, `/${file}`]]
    }),
  )

/** Writes the service worker with the list of the files it keeps: the shells of the field screens and what they load. */
export async function buildServiceWorker({ root, web, pages, manifest }: Built): Promise<void> {
  const kept = pages.filter(({ path }) => fieldPaths.includes(path) || otherPages.includes(path))
  const { scripts, others } = precachedFiles(kept, manifest)
  const hashOf = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(join(web, file)))
      .digest('hex')
      .slice(0, 16)
  // The script before the first paint is another one in pages with a font of their own.
  const translated = languageCodes.flatMap((language) =>
    kept.map(({ path }) => join(web, language, fileOf(path))).filter((file) => existsSync(file)),
  )
  const heads = [...kept.map(({ html }) => html), ...translated.map((file) => readFileSync(file, 'utf8'))]
  const assets = [...scripts, ...others, ...heads.flatMap(filesInHead)]
  const files = [
    // Their names change with their content.
    ...[...new Set(assets)].map((file) => ({ url: `/${file}`, revision: null })),
    ...[...kept.map(({ path }) => path), offlinePage].map((path) => ({
      url: urlOf(path),
      revision: hashOf(fileOf(path)),
    })),
    { url: '/manifest.webmanifest', revision: hashOf('manifest.webmanifest') },
  ]
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(root, 'web'),
    publicDir: false,
    define: {
      'process.env.NODE_ENV': JSON.stringify('production'),
      precachedFiles: JSON.stringify(files),
      precachedPages: JSON.stringify(
        kept.map(({ path }) => ({ path, url: urlOf(path), isFirst: fieldPaths.includes(path) })),
      ),
      offlinePage: JSON.stringify(offlinePage),
      languageFiles: JSON.stringify(languageFiles(manifest)),
    },
    build: {
      outDir: web,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(root, 'web/outbox/worker/service-worker.ts'),
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  })
  if (!existsSync(join(web, 'sw.js'))) throw new Error('The build wrote no service worker')
}

import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Rolldown } from 'vite'
import { groupModules, vendor, type ModuleGraph, type ModuleInGraph } from './scripts/build/group-modules.ts'
import { translationModules } from './scripts/build/translation-modules.ts'

const api = {
  target: `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`,
  changeOrigin: false,
  // The sources under web/api have addresses that begin like those of the server.
  bypass: ({ url }: { url?: string | undefined }) => (/\.tsx?(?:\?|$)/.test(url ?? '') ? url : undefined),
}

/** The file of each module, known when all modules are loaded. */
let fileNames: ReadonlyMap<string, string> | undefined
const fileOf = (id: string, context: Rolldown.ChunkingContext): string | null => {
  const known = new Map<string, ModuleInGraph | undefined>()
  const graph: ModuleGraph = (module) => {
    if (!known.has(module)) known.set(module, moduleInGraph(module, context.getModuleInfo(module)))
    return known.get(module)
  }
  const result = Number(process.env['GROUPING'] ?? 0)
  fileNames ??= groupModules(graph, fileURLToPath(new URL('web/index.html', import.meta.url)), result)
  return fileNames.get(id) ?? null
}

function moduleInGraph(module: string, info: Rolldown.ModuleInfo | null): ModuleInGraph | undefined {
  if (!info) return undefined
  const bytes = (): number => {
    if (module.endsWith('.css')) return statSync(module).size
    return /\.tsx?$/.test(module) ? minifySync(module, info.code ?? '').code.length : 0
  }
  return { imports: info.importedIds, lateImports: info.dynamicallyImportedIds, bytes: bytes() }
}

/** Need not be named with each part. */
const onEveryPage = ['vendor', 'rolldown-runtime', 'index']

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), translationModules(fileURLToPath(new URL('.', import.meta.url)))],
  // The draft syntax @custom-media names the breakpoints of web/styles/breakpoints.css.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows nothing inline, and a file of its own is cached for good.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What is loaded after the page or rarely, or named on the page that starts with it, may take one round trip more. Every page
      // would name the files of the pages that visitors open from another one.
      resolveDependencies: (file, files, { hostId }) => {
        const isLate =
          /\/(?:shell|form-links|access-denied|why-dialog|start-language|\w+-routes)-/.test(file) ||
          (/\/(?:entity-route|(?:login|register|about|services|not-found)-\w+)-/.test(file) &&
            /\/index-/.test(hostId))
        return files.filter((each) =>
          isLate ? each.endsWith('.css') : !onEveryPage.some((name) => each.includes(`/${name}-`)),
        )
      },
    },
    // Which file needs which: scripts/build/ reads it to draw the pages and to weigh them.
    manifest: true,
    rolldownOptions: {
      // The router's warnings for developers and its assertions; `npm run dev` keeps both.
      treeshake: { manualPureFunctions: ['invariant', 'warning', 'warningOnce', 'warnOnce'] },
      output: {
        codeSplitting: isSsrBuild || {
          groups: [
            // What changes with its version only, in one file: it stays with a visitor over our own releases.
            { name: 'vendor', test: new RegExp(`${vendor.source}|rolldown.runtime`), priority: 100 },
            // What every page loads.
            { name: 'index', tags: ['$initial'], priority: 99 },
            // What some pages load; the rest stays with what loads it late.
            { name: fileOf, debugName: 'pages', priority: 98, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
}))

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanCatalogue } from './scripts/build/lean-catalogue.ts'
import { leanPreload } from './scripts/build/lean-preload.ts'
import { leanRouter } from './scripts/build/lean-router.ts'

const api = {
  target: `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`,
  changeOrigin: false,
  // The sources under web/api have addresses that begin like those of the server.
  bypass: ({ url }: { url?: string | undefined }) => (/\.tsx?(?:\?|$)/.test(url ?? '') ? url : undefined),
}

const anyOf = (...paths: string[]): RegExp => new RegExp(`(?:${paths.join('|')})`)

// What always comes together comes in one file: that is a tenth smaller than its parts.
const sharedByScreens = anyOf(
  'domain/(?:access/(?:actor|allowances)|catalogue(?!/(?:re(?:lied-upon|ferring)|kinds/place))|dates|problem|text|contract/(?:last-codes|messages))',
  'web/api/(?:options|resources|use-may)',
  'web/entity/(?:in-sentence|list-links|list-pages|list-search|use-removal)',
  'web/ui/(?:data-table|date-control)',
)

const sharedByForms = anyOf(
  // Not what lists and records need as well, which would bring all the rest along.
  'web/entity/(?:enter-key|entity-(?!table)|filterable|form-(?!state)|new-choice\\.|use-entity)',
  'web/entity/inputs/',
)
const formValues = anyOf('web/entity/(?:cascade|form-state|typed)')
const combobox = anyOf('web/ui/(?:combobox|use-suggestions)')

const onEveryPage = ['vendor', 'rolldown-runtime', 'index']

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), leanRouter(), leanCatalogue(), leanPreload()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content policy allows nothing inline, and a file of its own is cached for good.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every page, or the file itself that asks, has loaded need not be asked for with each part.
      resolveDependencies: (_file, files, { hostId }) => {
        const loaded = /\/forms-/.test(hostId) ? [...onEveryPage, 'screens', 'field'] : onEveryPage
        return files.filter((file) => !loaded.some((name) => file.includes(`/${name}-`)))
      },
    },
    // Which file needs which: scripts/build/ reads it to draw the pages and to weigh them.
    manifest: true,
    rolldownOptions: {
      // The router's advice to whoever writes the app, and its assertions; both are given in `npm run dev`.
      treeshake: { manualPureFunctions: ['invariant', 'warning', 'warningOnce', 'warnOnce'] },
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // What changes with its version only, in one file: it stays with a visitor over our own releases.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules|rolldown.runtime/ },
            { name: 'screens', test: sharedByScreens, includeDependenciesRecursively: false },
            { name: 'forms', test: sharedByForms, includeDependenciesRecursively: false },
            { name: 'form-values', test: formValues, includeDependenciesRecursively: false },
            { name: 'combobox', test: combobox, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
})

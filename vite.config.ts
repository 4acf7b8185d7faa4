import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = {
  target: `http://127.0.0.1:${process.env['PORT'] ?? '4000'}`,
  changeOrigin: false,
  // The sources under web/api have addresses that begin like those of the server.
  bypass: ({ url }: { url?: string | undefined }) => (/\.tsx?(?:\?|$)/.test(url ?? '') ? url : undefined),
}

const anyOf = (...paths: string[]): RegExp => new RegExp(paths.join('|'))

/**
 * Fewer, larger files: what screens share comes in one file, because thirty small ones take longer to fetch and are a tenth
 * larger. Each pattern names sources that are used together; what is in none of them stays with the screens that use it.
 */
const sharedFiles: Readonly<Record<string, RegExp>> = {
  // What most screens behind the log-in need.
  office: anyOf(
    'domain/(?:access/(?:actor|allowances)|catalogue/(?!check|identity|parse-record|stored)|contract/(?:last-codes|messages))',
    'domain/(?:dates|moments|money|text|screens/(?:screen|tabs|work-screens)|visits/(?:balance|customer-page|plans|schedule))\\.',
    'web/api/(?:accounts|device-clock|draft|idempotency|options|read\\.|resources|submit-once|use-may)',
    'web/masters/(?:customer-link|label-in-sentence|own-screens|use-removal|list/(?:list-(?:links|pages|screen|search)|redirect))',
    'web/ui/(?:copy-text|data-table|date-control|deferred|dialog\\.|field|moment|save-file|skeleton|sort-link|use-busy|use-query|use-search|use-submit)',
  ),
  combobox: anyOf('web/ui/(?:combobox|use-suggestions)'),
  'form-values': anyOf(
    'web/masters/form/(?:cascade|form-state|typed)',
    'domain/(?:catalogue/parse-record|problem)',
  ),
  forms: anyOf(
    'web/masters/(?:entity-(?!route)|form/(?:enter-key|entity-|form-(?!state)|use-entity)|inputs/)',
    'web/masters/(?:list/(?:entity-(?!table)|filterable)|new-choice/new-(?:choice\\.|record-context))',
  ),
  accounts: anyOf('web/accounts/(?:password|use-account|log-in-api|pending|email)'),
  visits: anyOf('web/visits/(?:visit-(?:page|columns|format)|facts|use-working)'),
  screens: anyOf('domain/screens/'),
}

const onEveryPage = ['vendor', 'rolldown-runtime', 'index']
const onEveryOfficePage = [...onEveryPage, 'office']

export default defineConfig(({ isSsrBuild }) => ({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react()],
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
      // What is loaded already need not be named with each part: the routes of the office load what its screens share.
      resolveDependencies: (_file, files, { hostId }) => {
        const loaded = /\/office-routes-/.test(hostId) ? onEveryOfficePage : onEveryPage
        return files.filter((file) => !loaded.some((name) => file.includes(`/${name}-`)))
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
            // The library of the one screen that shows a QR code is not part of it.
            { name: 'vendor', test: /node_modules(?!\/lean-qr\/)|rolldown.runtime/, priority: 20 },
            // What every page loads.
            { name: 'index', tags: ['$initial'], priority: 19 },
            ...Object.entries(sharedFiles).map(([name, test], at) => ({
              name,
              test,
              priority: 18 - at,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
}))

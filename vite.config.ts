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
    'domain/(?:access/allowances|catalogue/(?!check|identity|levels|parse-record|referrers|stored|values)|contract/last-codes)',
    'domain/(?:dates/(?:dates|moments)|money|text|screens/tabs|visits/customer-path)\\.',
    'web/api/(?:accounts|client|device-clock|drafts/idempotency|options|read\\.|resources|retry|use-may)',
    'web/app/(?:guard|page-route)',
    'web/masters/(?:customer-link|label-in-sentence|list/list-links)',
    'web/ui/(?:code-name|data-table|deferred|dialog\\.|field|load-error|moment|sort-link|use-busy|use-query|use-search)',
  ),
  submit: anyOf('web/api/drafts/submit-once', 'web/ui/use-submit'),
  drafts: anyOf('web/api/drafts/draft'),
  list: anyOf('web/masters/list/(?:list-(?:pages|screen|search)|redirect)'),
  admin: anyOf('domain/screens/(?:admin-screens|screen)\\.'),
  masters: anyOf(
    'domain/catalogue/(?:levels|referrers)',
    'web/(?:masters/(?:own-screens|record-path)|records/record-link)',
  ),
  combobox: anyOf('web/ui/(?:combobox|use-suggestions)'),
  forms: anyOf(
    'web/masters/(?:entity-(?!route)|form/(?:cascade|enter-key|entity-|form-|typed|use-entity)|inputs/(?!long-list\\.))',
    'web/masters/new-choice/new-(?:choice\\.|record-context)',
    'domain/(?:catalogue/values|contract/messages)',
  ),
  accounts: anyOf(
    'web/accounts/(?:password|use-account|log-in-api|pending|email|one-time|security/own-account)',
  ),
  access: anyOf('domain/access/(?:actor|rights|role-words)\\.', 'web/ui/save-file'),
  records: anyOf('domain/catalogue/identity', 'web/(?:api/records|records/shown-field)'),
  rows: anyOf(
    'web/saved-views/saved-views\\.',
    'web/ui/(?:check-all|select-column|selection-bar|use-row-selection)',
  ),
  visits: anyOf('web/visits/(?:visit-(?:page|columns|format)|facts|use-working)'),
  'visits-api': anyOf('web/visits/(?:visits-api|visit-tabs)', 'domain/screens/work-screens'),
  calendar: anyOf(
    'domain/visits/calendar\\.',
    'web/calendar/(?:calendar-(?:api|day-picker|employee|format|link)|grid/calendar-drag)\\.',
  ),
  imports: anyOf('web/imports/(?:import-format|importable|imports-api|poll-interval|progress-bar)'),
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
        const loaded = /\/(?:admin|form|office)-routes-/.test(hostId) ? onEveryOfficePage : onEveryPage
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

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { translationModules } from './scripts/build/translation-modules.ts'

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
  // What is recorded on a phone, first because nothing that every screen loads may bring it along.
  outbox: anyOf(
    'web/outbox/(?!send-event)',
    'domain/(?:field/(?!pack-facts|events)|visits/payloads)',
    'node_modules/idb/',
  ),
  field: anyOf(
    'web/field/',
    'domain/(?:field/pack-facts|visits/(?:advice|reasons|season-window|stop-order))',
  ),
  'visit-form': anyOf(
    'web/visit-entry/(?:detail-(?:values|plan)|known-facts|use-visit-form|fields/(?:day-fields|feedback-field|outcome-field|place-field|quick-choices|resize-photo))',
    'web/ui/(?:check-list|current-position)',
  ),
  language: anyOf('web/language/(?!translated|load-fonts)', 'domain/messages/language-names'),
  'search-keys': anyOf('domain/duplicates/(?!similarity-fields|title-field|pairs/)'),
  map: anyOf('web/map/'),
  'map-links': anyOf('domain/map-links'),
  // What most screens behind the log-in need.
  office: anyOf(
    'domain/(?:access/allowances|catalogue/(?:entities/visit-choices|entity-labels|field|kinds/(?:place|text)|names/(?:local|shown))|contract/(?:form-of|last-codes))',
    'domain/(?:dates/(?:dates|moments)|keys-of|messages/format-count|money|text|screens/tabs|visits/customer-path)\\.',
    'web/api/(?:accounts|client|device-clock|drafts/idempotency|options|read\\.|resources|retry|use-may)',
    'web/a(?:ccess/why-button|pp/(?:guard|page-route))',
    'web/(?:masters/(?:customer-link|label-in-sentence|list/list-links)|messages/rich-text)',
    'web/ui/(?:code-name|data-table|date-control|deferred|dialog\\.|empty-state|field|load-error|moment|sort-link|use-busy|use-query|use-search)',
    'web/ui/(?:screens|tab-links)\\.css',
  ),
  // The declarations of all entities.
  catalogue: anyOf(
    'domain/catalogue/(?!check|entities/visit-choices|identity|implied|names/title|parse-record|per-entity|reading|stored|values)',
    'web/masters/(?:list/entity-columns|use-removal)',
  ),
  submit: anyOf('domain/field/events', 'web/api/drafts/submit-once', 'web/ui/use-submit'),
  drafts: anyOf('web/api/drafts/draft', 'web/masters/form/sections'),
  list: anyOf('web/masters/list/(?:list-(?:pages|screen|search)|redirect)', 'web/ui/named-codes'),
  admin: anyOf('domain/screens/(?:admin-tabs|screen)\\.', 'web/admin/admin-layout'),
  combobox: anyOf('web/ui/(?:combobox|use-suggestions)'),
  forms: anyOf(
    'web/masters/(?:entity-(?!route)|form/(?:cascade|enter-key|entity-|form-|typed|use-entity)|inputs/(?!long-list\\.))',
    'web/masters/list/(?:entity-(?:list|table)|filterable)',
    'web/masters/new-choice/new-(?:choice\\.|record-context)',
    'domain/(?:catalogue/(?:reading/read-digits|values)|contract/messages)',
  ),
  accounts: anyOf(
    'domain/contract/account-messages',
    'web/accounts/(?:password|use-account|log-in-api|pending|email|one-time|security/own-account)',
  ),
  access: anyOf('domain/access/(?:rights|role-words)\\.'),
  links: anyOf('web/(?:masters/(?:own-screens|record-path)|records/record-link)'),
  record: anyOf(
    'domain/(?:catalogue/(?:names/title|per-entity)|mask)',
    'web/records/(?:history/record-history|links-in-text|record-(?:actions|comments|duplicates|used-by|values))',
    'web/ui/change-table',
  ),
  'record-part': anyOf('web/(?:api/records|records/(?:missing-record|record-part))'),
  records: anyOf('domain/catalogue/identity', 'web/records/shown-field'),
  rows: anyOf(
    'web/saved-views/saved-views\\.',
    'web/ui/(?:check-all|select-column|selection|use-row-selection)',
  ),
  schedule: anyOf('domain/(?:balances/balance|visits/schedule)\\.'),
  'working-days': anyOf('domain/visits/working-days', 'web/holidays/working-days-api'),
  'visit-format': anyOf('web/visits/(?:facts|use-working|visit-format)'),
  visits: anyOf('web/visits/visit-(?:page|columns)'),
  'visits-api': anyOf(
    'domain/(?:screens/(?:field|work)-screens|visits/(?:dashboard|plans)\\.)',
    'web/(?:dashboard/dashboard-api|visits/(?:visit-tabs|visits-api|visits\\.css))',
  ),
  dashboard: anyOf('web/dashboard/(?:comparison|coverage|figures|links|workload)', 'web/ui/chart'),
  filters: anyOf('web/ui/(?:chips|filters)\\.css'),
  calendar: anyOf(
    'domain/visits/calendar\\.',
    'web/calendar/(?:calendar-(?:api|day-picker|employee|format|link)|grid/calendar-drag)\\.',
  ),
  imports: anyOf('web/imports/(?:import-format|importable|imports-api|poll-interval|progress-bar)'),
  screens: anyOf('domain/screens/', 'web/ui/screen-icon'),
  // Around the page, for people who are logged in.
  shell: anyOf('web/app/layout/shell/'),
}

const onEveryPage = ['vendor', 'rolldown-runtime', 'index']
const onEveryOfficePage = [...onEveryPage, 'office']

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
      // What is loaded already need not be named with each part: the routes of the office load what its screens share.
      resolveDependencies: (_file, files, { hostId }) => {
        const loaded = /\/(?:admin|data|field|form|office)-routes-/.test(hostId)
          ? onEveryOfficePage
          : onEveryPage
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
            // The library of the one screen that shows a QR code is not part of it, nor is that of the outbox.
            { name: 'vendor', test: /node_modules(?!\/(?:lean-qr|idb)\/)|rolldown.runtime/, priority: 100 },
            // What every page loads.
            { name: 'index', tags: ['$initial'], priority: 99 },
            ...Object.entries(sharedFiles).map(([name, test], at) => ({
              name,
              test,
              priority: 98 - at,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api } },
}))

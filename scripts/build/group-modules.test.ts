import { expect, it } from 'vitest'
import { groupModules, type ModuleInGraph } from './group-modules.ts'

const kilobyte = 1024

/** A web app of two screens and their routes; sizes in kB of source. */
function filesOf(modules: Record<string, [kilobytes: number, imports?: string[], lateImports?: string[]]>) {
  const graph = (id: string): ModuleInGraph | undefined => {
    const [size, imports = [], lateImports = []] = modules[id] ?? []
    return size === undefined ? undefined : { imports, lateImports, bytes: size * kilobyte }
  }
  return groupModules(graph, '/web/main.tsx')
}

const app = {
  '/web/main.tsx': [1, ['/web/app/routes.tsx']],
  '/web/app/routes.tsx': [1, ['/web/ui/button.tsx'], ['/web/app/office-routes.tsx']],
  '/web/ui/button.tsx': [1],
  '/web/app/office-routes.tsx': [2, [], ['/web/list-page.tsx', '/web/map-page.tsx']],
} satisfies Parameters<typeof filesOf>[0]

it('puts modules that the same pages load in one file, and names no module of every page', () => {
  const files = filesOf({
    ...app,
    '/web/list-page.tsx': [20, ['/web/ui/button.tsx', '/web/table.tsx', '/web/cells.tsx']],
    '/web/map-page.tsx': [20, ['/web/tiles.tsx']],
    '/web/table.tsx': [20],
    '/web/cells.tsx': [20],
    '/web/tiles.tsx': [20],
  })
  expect(Object.fromEntries(files)).toEqual({
    '/web/app/office-routes.tsx': 'office-routes',
    '/web/list-page.tsx': 'list-page',
    '/web/table.tsx': 'list-page',
    '/web/cells.tsx': 'list-page',
    '/web/map-page.tsx': 'map-page',
    '/web/tiles.tsx': 'map-page',
  })
})

it('merges a small file that a page would load in vain, and keeps a large one apart', () => {
  const files = filesOf({
    ...app,
    '/web/list-page.tsx': [20, ['/web/small.tsx', '/web/large.tsx', '/web/both.tsx']],
    '/web/map-page.tsx': [20, ['/web/both.tsx']],
    '/web/both.tsx': [10],
    '/web/small.tsx': [1],
    '/web/large.tsx': [40],
  })
  // Both screens load the routes.
  expect(files.get('/web/both.tsx')).toBe('office-routes')
  expect(files.get('/web/small.tsx')).toBe('list-page')
  expect(files.get('/web/large.tsx')).toBe('list-page')
})

it('leaves the modules of libraries, and those that only a late part needs, to the bundler', () => {
  const files = filesOf({
    ...app,
    '/web/list-page.tsx': [20, ['/node_modules/react/index.js'], ['/web/dialog.tsx']],
    '/web/map-page.tsx': [20],
    '/web/dialog.tsx': [5],
    '/node_modules/react/index.js': [5],
  })
  expect([...files.keys()]).toEqual(['/web/app/office-routes.tsx', '/web/list-page.tsx', '/web/map-page.tsx'])
})

it('keeps what every session loads late apart from the other files of the field screens', () => {
  const files = filesOf({
    ...app,
    '/web/app/routes.tsx': [1, [], ['/web/app/shell.tsx', '/web/app/field/field-routes.tsx']],
    '/web/app/shell.tsx': [5, [], ['/web/app/layout/field-parts.tsx']],
    '/web/app/layout/field-parts.tsx': [1, ['/web/outbox.tsx']],
    '/web/app/field/field-routes.tsx': [1, [], ['/web/today-page.tsx']],
    '/web/today-page.tsx': [40, ['/web/outbox.tsx', '/web/cards.tsx']],
    '/web/outbox.tsx': [20],
    '/web/cards.tsx': [20],
  })
  expect(files.get('/web/outbox.tsx')).toBe('field-parts')
  expect(files.get('/web/cards.tsx')).toBe('today-page')
})

/** What the bundler knows about a module. */
export interface ModuleInGraph {
  imports: readonly string[]
  /** What it imports when it needs it, with `import()`. */
  lateImports: readonly string[]
  /** The size of its source. */
  bytes: number
}

export type ModuleGraph = (id: string) => ModuleInGraph | undefined

/** Libraries of every page; not that of the one screen that shows a QR code, nor that of the outbox. */
export const vendor = /node_modules(?!\/(?:lean-qr|idb)\/)/

/** Modules of one file. */
interface Group {
  modules: readonly string[]
  /** The pages that load it. */
  pages: ReadonlySet<Page>
  /** Its estimated size, compressed. */
  bytes: number
  hasStyles: boolean
  /** Contains the module that a page starts with; a file has at most one, by which the build finds the files of a page. */
  isStart: boolean
  /** One page loads it first, and others late: it stays apart from the other files of the page. */
  isSharedLate: boolean
  /** The groups it imports, and those that they import. */
  needs: ReadonlySet<Group>
}

interface Page {
  /** The modules that are loaded first: those of its routes, and its own. */
  starts: readonly string[]
  /** What it needs, besides the files of every page; compressed. */
  bytes: number
  /** How much a byte of it counts. */
  weight: number
}

// Measured over 199 files of a build: the compressed size of a file is 0.205 bytes for each byte of source, and 343 bytes.
const compression = 0.205
/** Compressed bytes of one more file: the names that files exchange, less text to compress together, its name on the page. */
const fileCost = 420
/** The same of one more style sheet. */
const styleCost = 340

/**
 * The name of the file of each module that some pages load and others do not. Modules that the same pages load come in one file; two
 * files become one when all pages save more by a file less than they load in vain.
 */
export function groupModules(graph: ModuleGraph, entry: string): Map<string, string> {
  const everywhere = closureOf(graph, [entry])
  const isGrouped = (id: string): boolean => !everywhere.has(id) && !vendor.test(id)
  const bytesOf = (id: string): number => graph(id)?.bytes ?? 0
  const sizeOf = (modules: readonly string[]): number =>
    compression * modules.reduce((sum, id) => sum + bytesOf(id), 0)

  const pages = withWeights(pagesOf(graph, everywhere), (starts) =>
    sizeOf([...closureOf(graph, starts)].filter(isGrouped)),
  )
  const starts = new Set(pages.flatMap((page) => page.starts))
  const pagesByModule = new Map<string, Set<Page>>()
  for (const page of pages)
    for (const id of closureOf(graph, page.starts))
      if (isGrouped(id)) pagesByModule.set(id, (pagesByModule.get(id) ?? new Set()).add(page))

  const sharedLate = sharedLateModules(graph, entry, (id) => pagesByModule.get(id))
  const isShared = (id: string): boolean => sharedLate.has(id) && !starts.has(id)
  const modulesByKey = Map.groupBy(pagesByModule.keys(), (id) => {
    const key = [...pagesByModule.get(id)!].map((page) => pages.indexOf(page)).join(' ')
    if (routePart.test(id)) return `${key} ${id}`
    return isShared(id) ? `${key} late` : key
  })
  const groups = [...modulesByKey.values()].map((modules): Group => ({
    modules,
    pages: pagesByModule.get(modules[0]!)!,
    bytes: sizeOf(modules),
    hasStyles: modules.some((id) => id.endsWith('.css')),
    isStart: modules.some((id) => starts.has(id)),
    isSharedLate: modules.every(isShared),
    needs: new Set(),
  }))
  const groupOf = new Map(groups.flatMap((group) => group.modules.map((id) => [id, group] as const)))
  for (const group of groups) {
    const needed = [...closureOf(graph, group.modules)].flatMap((id) => groupOf.get(id) ?? [])
    group.needs = new Set(needed.filter((each) => each !== group))
  }

  const names = new Map<string, string>()
  for (const { modules } of mergeGroups(groups)) {
    const [largest] = modules.toSorted((one, other) => bytesOf(other) - bytesOf(one))
    const given = nameOf(modules.find((id) => starts.has(id)) ?? largest!)
    const name = new Set(names.values()).has(given) ? `${given}-${names.size}` : given
    for (const id of modules) names.set(id, name)
  }
  return names
}

const nameOf = (id: string): string => /([^/]+)\.\w+$/.exec(id)?.[1] ?? 'part'

function closureOf(graph: ModuleGraph, starts: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    for (const each of graph(id)?.imports ?? []) add(each)
  }
  for (const start of starts) add(start)
  return found
}

/** Modules that one page needs first, and a part of another page late. */
function sharedLateModules(
  graph: ModuleGraph,
  entry: string,
  pagesWith: (id: string) => ReadonlySet<Page> | undefined,
): Set<string> {
  const shared = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    const { imports = [], lateImports = [] } = graph(id) ?? {}
    const users = pagesWith(id)
    // The start of a page is no part of another one.
    for (const late of lateImports.filter((each) => !pagesWith(each)))
      for (const needed of closureOf(graph, [late])) {
        const pages = pagesWith(needed)
        const [only] = pages ?? []
        if (pages?.size === 1 && only && !(users?.size === 1 && users.has(only))) shared.add(needed)
      }
    for (const each of [...imports, ...lateImports]) visit(each)
  }
  visit(entry)
  return shared
}

const routePart = /\/web\/app\/(?:field\/)?\w+-routes\.tsx$/

/** The modules that each page starts with, and those of the parts of the layout that every page loads late. */
function pagesOf(graph: ModuleGraph, everywhere: ReadonlySet<string>): string[][] {
  const startsIn = (ids: Iterable<string>): string[][] =>
    [...ids]
      .filter((id) => id.includes('/web/app/'))
      .flatMap((id) => {
        const late = [...(graph(id)?.lateImports ?? [])]
        // A form and its list are one page.
        return id.endsWith('/form-route.tsx') ? [late] : late.map((each) => [each])
      })
  const first = startsIn(everywhere)
  const parts = new Set(first.flat().filter((id) => routePart.test(id)))
  const logIn = first.flat().filter((id) => id.endsWith(logInPage))
  return [
    ...first.filter(([id]) => !parts.has(id!)),
    ...[...parts].flatMap((part) => {
      const own = [...closureOf(graph, [part])].filter((id) => !everywhere.has(id))
      // A phone that starts without a session loads the routes of the field screens with the log-in.
      const pages = [...startsIn(own), ...(part.endsWith('/field-routes.tsx') ? [logIn] : [])]
      return pages.map((starts) => [part, ...starts])
    }),
  ]
}

const logInPage = '/login-route.tsx'

/** The limit holds for each page, so large pages count more; so does the log-in, which every first start waits for. */
function withWeights(pages: readonly string[][], sizeOf: (starts: readonly string[]) => number): Page[] {
  const sizes = pages.map(sizeOf)
  const median = sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)]!
  return pages.map((starts, at) => {
    const bytes = sizes[at]!
    if (starts.some((id) => id.endsWith(logInPage))) return { starts, bytes, weight: 2 }
    return { starts, bytes, weight: Math.min(Math.max(2 ** ((bytes - median) / 1500), 0.25), 30) }
  })
}

const weigh = (pages: Iterable<Page>): number => [...pages].reduce((sum, { weight }) => sum + weight, 0)

/** Besides the files of every page, a page that needs less than this may not load more than it. */
const maxBytes = 21_000

/** What each page loads, besides the files of every page. */
function loadedBytes(groups: readonly Group[]): ReadonlyMap<Page, number> {
  const loaded = new Map<Page, number>()
  for (const { pages, bytes } of groups)
    for (const page of pages) loaded.set(page, (loaded.get(page) ?? 0) + bytes)
  return loaded
}

function mergeGroups(groups: readonly Group[]): readonly Group[] {
  let left = groups
  for (;;) {
    const loaded = loadedBytes(left)
    let best: { saved: number; one: Group; other: Group } | undefined
    for (const [at, one] of left.entries())
      for (const other of left.slice(at + 1)) {
        const saved = savedBy(one, other, best?.saved ?? 0)
        if (saved > (best?.saved ?? 0) && isAllowed(one, other, loaded)) best = { saved, one, other }
      }
    if (!best) return left
    left = merge(left, best.one, best.other)
  }
}

/** Compressed bytes that all pages save together when two files are one; 0 if these are less than `atLeast`. */
function savedBy(one: Group, other: Group, atLeast: number): number {
  if (one.isStart && other.isStart) return 0
  if ((one.isSharedLate && other.isStart) || (one.isStart && other.isSharedLate)) return 0
  const both = weigh([...one.pages].filter((page) => other.pages.has(page)))
  let saved = both * (fileCost + (one.hasStyles && other.hasStyles ? styleCost : 0))
  if (saved <= atLeast) return 0
  saved -= (weigh(one.pages) - both) * other.bytes + (weigh(other.pages) - both) * one.bytes
  if (saved <= atLeast) return 0
  const pages = new Set([...one.pages, ...other.pages])
  for (const needed of new Set([...one.needs, ...other.needs])) {
    if (needed === one || needed === other) continue
    // The file would need another one that needs it.
    if (needed.needs.has(one) || needed.needs.has(other)) return 0
    saved -= weigh([...pages].filter((page) => !needed.pages.has(page))) * (needed.bytes + fileCost)
  }
  return saved
}

function isAllowed(one: Group, other: Group, loaded: ReadonlyMap<Page, number>): boolean {
  const all = new Set([one, other, ...one.needs, ...other.needs])
  return [...one.pages, ...other.pages].every((page) => {
    const more = [...all].filter(({ pages }) => !pages.has(page)).reduce((sum, { bytes }) => sum + bytes, 0)
    return more === 0 || page.bytes > maxBytes || loaded.get(page)! + more <= maxBytes
  })
}

function merge(groups: readonly Group[], one: Group, other: Group): readonly Group[] {
  const isOther = (group: Group): boolean => group !== one && group !== other
  const merged: Group = {
    modules: [...one.modules, ...other.modules],
    pages: new Set([...one.pages, ...other.pages]),
    bytes: one.bytes + other.bytes,
    hasStyles: one.hasStyles || other.hasStyles,
    isStart: one.isStart || other.isStart,
    isSharedLate: one.isSharedLate || other.isSharedLate,
    needs: new Set([...one.needs, ...other.needs].filter(isOther)),
  }
  for (const needed of merged.needs) needed.pages = new Set([...needed.pages, ...merged.pages])
  const left = groups.filter(isOther)
  for (const group of left)
    if (group.needs.has(one) || group.needs.has(other))
      group.needs = new Set([...[...group.needs].filter(isOther), ...merged.needs, merged])
  return [...left, merged]
}

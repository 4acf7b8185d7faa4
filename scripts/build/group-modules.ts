/** What the bundler knows about a module. */
export interface ModuleInGraph {
  imports: readonly string[]
  /** What it imports when it needs it, with `import()`. */
  lateImports: readonly string[]
  /** The size of its code, minified, or of its style sheet. */
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
  /** Compressed bytes that it may load besides the files of every page. */
  room: number
}

// Measured over 109 files of a build: the compressed size of a file is 0.3 bytes for each byte of minified code, and 500 bytes.
const compression = 0.3
/** Of style sheets that are not minified. */
const styleCompression = 0.16
/** Compressed bytes of one more file: the names that files exchange, less text to compress together, its name on the page. */
const fileCost = 420
/** The same of one more style sheet. */
const styleCost = 340
/** The same of code that is loaded late: the names of its files. */
const lateCost = 92

/**
 * The name of the file of each module that some pages load and others do not. Modules that the same pages load come in one file; two
 * files become one when all pages save more by a file less than they load in vain. There are several results, the one expected to be the
 * best first.
 */
export function groupModules(graph: ModuleGraph, entry: string, result = 0): Map<string, string> {
  const everywhere = closureOf(graph, [entry])
  const isGrouped = (id: string): boolean => !everywhere.has(id) && !vendor.test(id)
  const bytesOf = (id: string): number => {
    const { bytes = 0, lateImports = [] } = graph(id) ?? {}
    return bytes * (isStyle(id) ? styleCompression : compression) + lateImports.length * lateCost
  }

  const pages = pagesOf(graph, everywhere).map((starts): Page => ({ starts, room: roomFor(starts) }))
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
  const separate = (): readonly Group[] => groupsOf([...modulesByKey.values()])
  const groupsOf = (parts: readonly (readonly string[])[]): readonly Group[] => {
    const groups = parts.map(toGroup)
    const groupOf = new Map(groups.flatMap((group) => group.modules.map((id) => [id, group] as const)))
    for (const group of groups) {
      const needed = [...closureOf(graph, group.modules)].flatMap((id) => groupOf.get(id) ?? [])
      group.needs = new Set(needed.filter((each) => each !== group))
    }
    return groups
  }
  const toGroup = (modules: readonly string[]): Group => ({
    modules,
    pages: pagesByModule.get(modules[0]!)!,
    bytes: modules.reduce((sum, id) => sum + bytesOf(id), 0),
    hasStyles: modules.some(isStyle),
    isStart: modules.some((id) => starts.has(id)),
    isSharedLate: modules.every(isShared),
    needs: new Set(),
  })
  const merged = scales.map((scale) => mergeGroups(separate(), scale))
  const chosen = merged.toSorted(byOverruns)[result]

  const names = new Map<string, string>()
  for (const { modules } of chosen!) {
    const [largest] = modules.toSorted((one, other) => bytesOf(other) - bytesOf(one))
    const given = nameOf(modules.find((id) => starts.has(id)) ?? largest!)
    const name = new Set(names.values()).has(given) ? `${given}-${names.size}` : given
    for (const id of modules) names.set(id, name)
  }
  return names
}

const isStyle = (id: string): boolean => id.endsWith('.css')

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

const routePart = /\/web\/app\/(?:field\/|plans\/)?\w+-routes\.tsx$/

/** The modules that each page starts with, and those of the parts of the layout that every page loads late. */
function pagesOf(graph: ModuleGraph, everywhere: ReadonlySet<string>): string[][] {
  const startsIn = (ids: Iterable<string>): string[][] =>
    [...ids]
      // What shows a page in another language than English is loaded like a page.
      .filter((id) => id.includes('/web/app/') || id.endsWith('/web/main.tsx'))
      .flatMap((id) => {
        const late = [...(graph(id)?.lateImports ?? [])]
        // A form and its list are one page.
        return id.endsWith('/form-route.tsx') ? [late] : late.map((each) => [each])
      })
  const first = startsIn(everywhere)
  const parts = new Set(first.flat().filter((id) => routePart.test(id)))
  const logIn = first.flat().filter((id) => id.endsWith(logInPage))
  const late = new Set(first.flat().flatMap((id) => graph(id)?.lateImports ?? []))
  return [
    ...first.filter(([id]) => !parts.has(id!)),
    ...[...late].filter((id) => id.endsWith(sessionPart)).map((id) => [id]),
    ...[...parts].flatMap((part) => {
      const own = [...closureOf(graph, [part])].filter((id) => !everywhere.has(id))
      // A phone that starts without a session loads the routes of the field screens with the log-in.
      const pages = [...startsIn(own), ...(part.endsWith('/field-routes.tsx') ? [logIn] : [])]
      return pages.map((starts) => [part, ...starts])
    }),
  ]
}

/** The layout loads it late with every page, if there is a session. */
const sessionPart = '/web/app/layout/field-parts.tsx'

const logInPage = '/login-route.tsx'

/** The limits of weigh-pages.ts without what every page loads; less for the log-in, which every first start waits for. */
function roomFor(starts: readonly string[]): number {
  if (starts.some((id) => id.endsWith(logInPage))) return 15_000
  return starts.some((id) => id.includes('/web/app/field/')) ? 68_000 : 28_950
}

/**
 * The bytes with which a page counts 2.7 times as much. A change of a few bytes can lead to files of which one page loads 1 kB more, so
 * the best result of several is taken: that of which the largest page is the smallest.
 */
const scales = [700, 800, 900, 950, 1000, 1100, 1200, 1300, 1400, 1550, 1700]
/** So often at most: before files are merged, all pages are far above their limit, and the largest would decide alone. */
const maxScales = 3
/** How much a page counts that is far below its limit. */
const least = 0.5

const costOf = ({ bytes, hasStyles }: Group): number => bytes + fileCost + (hasStyles ? styleCost : 0)

function loadedBytes(groups: readonly Group[]): ReadonlyMap<Page, number> {
  const loaded = new Map<Page, number>()
  for (const group of groups)
    for (const page of group.pages) loaded.set(page, (loaded.get(page) ?? 0) + costOf(group))
  return loaded
}

/** How far the pages that are nearest to their limit are above it, the largest first. */
const overrunsOf = (groups: readonly Group[]): number[] =>
  [...loadedBytes(groups)].map(([page, bytes]) => bytes - page.room).toSorted((one, other) => other - one)

/** By the largest page; several results often have the same largest one, and the next one decides. */
function byOverruns(one: readonly Group[], other: readonly Group[]): number {
  const others = overrunsOf(other)
  const differences = overrunsOf(one).map((bytes, at) => bytes - others[at]!)
  return differences.find((bytes) => Math.abs(bytes) >= 1) ?? 0
}

/** How much each page counts: the more, the nearer it is to its limit, so that the largest pages shrink first. */
const weightsOf = (groups: readonly Group[], scale: number): ReadonlyMap<Page, number> =>
  new Map(
    [...loadedBytes(groups)].map(([page, bytes]) => [
      page,
      Math.exp(Math.min((bytes - page.room) / scale, maxScales)),
    ]),
  )

/** What a page costs more when it loads more bytes. */
type CostMore = (page: Page, bytes: number) => number

function mergeGroups(groups: readonly Group[], scale: number): readonly Group[] {
  let left = groups
  for (;;) {
    const weights = weightsOf(left, scale)
    const costMore: CostMore = (page, bytes) =>
      weights.get(page)! * Math.expm1(bytes / scale) + (least * bytes) / scale
    let best: { saved: number; one: Group; other: Group } | undefined
    for (const [at, one] of left.entries())
      for (const other of left.slice(at + 1)) {
        const saved = savedBy(one, other, costMore, best?.saved ?? 0)
        if (saved > (best?.saved ?? 0)) best = { saved, one, other }
      }
    if (!best) return left
    left = merge(left, best.one, best.other)
  }
}

/** What all pages save together when two files are one; 0 if this is less than `atLeast`. */
function savedBy(one: Group, other: Group, costMore: CostMore, atLeast: number): number {
  if (one.isStart && other.isStart) return 0
  if ((one.isSharedLate && other.isStart) || (one.isStart && other.isSharedLate)) return 0
  const less = fileCost + (one.hasStyles && other.hasStyles ? styleCost : 0)
  const [few, many] = one.pages.size < other.pages.size ? [one, other] : [other, one]
  let saved = 0
  for (const page of few.pages) if (many.pages.has(page)) saved -= costMore(page, -less)
  if (saved <= atLeast) return 0
  for (const [group, added] of [
    [one, other],
    [other, one],
  ] as const) {
    const bytes = added.bytes + (added.hasStyles && !group.hasStyles ? styleCost : 0)
    for (const page of group.pages) if (!added.pages.has(page)) saved -= costMore(page, bytes)
    if (saved <= atLeast) return 0
  }
  const pages = new Set([...one.pages, ...other.pages])
  for (const needed of new Set([...one.needs, ...other.needs])) {
    if (needed === one || needed === other) continue
    // The file would need another one that needs it.
    if (needed.needs.has(one) || needed.needs.has(other)) return 0
    for (const page of pages) if (!needed.pages.has(page)) saved -= costMore(page, costOf(needed))
  }
  return saved
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

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { nameRecord, titleOf, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { entityNamed, type ReferringField } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referring.ts'
import { invalid, notFound, type FieldProblem } from '#domain/problem.ts'
import { treeNamed, type Tree, type TreeNode, type TreePage } from '#domain/trees.ts'
import { can } from '#domain/access/policy.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'
import { gate } from '../gate.ts'
import { readLimit, readSearch, type QueryText } from '../resources/list-query.ts'
import { linksOf } from '../store/reference-plan.ts'
import { countEach, hasBelow, levelPage, liesBelow } from '../store/tree-store.ts'
import { inParts } from '../store/record-sets.ts'

/** Above this a number says no more than "many", and costs a read of all of them. */
const countedUpTo = 10_000
const mostHits = 20
/** What a level is worth, in records that name it themselves. */
const counted = ['customer', 'employee', 'staffUser']

/** The children of a node, the roots without one, or what a search finds with the way there. */
export async function treePage(ctx: Context, name: string, query: QueryText): Promise<TreePage> {
  const tree = treeNamed(name)
  if (!tree) throw notFound(`There is no tree ${name} here`)
  const problems: FieldProblem[] = []
  const text = (field: string): string | undefined => {
    const value = query[field]
    if (Array.isArray(value)) problems.push({ field, message: `${field} should be given once` })
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const limit = readLimit(text('limit') ?? '100', problems)
  const q = readSearch(text('q'), problems)
  const parent = text('parent')
  const after = text('after')
  if (problems.length > 0) throw invalid(problems)
  if (q?.trim()) return { items: await search(ctx, tree, q), next: null }
  const above = parent === undefined ? undefined : await readParent(ctx, tree, parent)
  const at = above ? above.at + 1 : 0
  const level = tree.levels[at]
  if (!level) return { items: [], next: null }
  const records = gate(ctx, 'read', level.entity.name)
  if (!above) return rootPage(ctx, tree, { limit, ...(after && { after }) })
  const test = liesBelow(level.path, above.record)
  const page = await levelPage(ctx.store.read, records.entity, test, { limit, ...(after && { after }) })
  return { items: await nodesOf(ctx, tree, at, page.records), next: page.next }
}

/** Where the roots that have nothing below begin. */
const emptyOnes = '~'

/** First those with something below: of all the countries of the world a firm works in one or two. */
async function rootPage(
  ctx: Context,
  tree: Tree,
  { after = '', limit }: { after?: string; limit: number },
): Promise<TreePage> {
  const [{ entity }, { path }] = tree.levels as [Tree['levels'][number], Tree['levels'][number]]
  const isFilled = !after.startsWith(emptyOnes)
  const start = isFilled ? after : after.slice(emptyOnes.length)
  const read = (filled: boolean, from: string, most: number): ReturnType<typeof levelPage> =>
    levelPage(ctx.store.read, entity, hasBelow(path, filled), { limit: most, ...(from && { after: from }) })
  const page = await read(isFilled, start, limit)
  // Nothing at work yet: what there is is shown at once.
  if (isFilled && !after && page.records.length === 0) return rootPage(ctx, tree, { after: emptyOnes, limit })
  const items = await nodesOf(ctx, tree, 0, page.records)
  if (page.next !== null) return { items, next: isFilled ? page.next : emptyOnes + page.next }
  const hasEmpty = isFilled && (await read(false, '', 1)).records.length > 0
  return { items, next: hasEmpty ? emptyOnes : null }
}

async function readParent(
  ctx: Context,
  tree: Tree,
  parent: string,
): Promise<{ at: number; record: StoredRecord }> {
  const [name = '', id = ''] = parent.split(':')
  const at = tree.levels.findIndex(({ entity }) => entity.name === name)
  if (at < 0 || !id)
    throw invalid([{ field: 'parent', message: 'parent should be an entity of the tree and an id: zone:…' }])
  const record = await gate(ctx, 'read', name).find(id)
  if (!record) throw notFound(`There is no ${tree.levels[at]!.entity.singular.toLowerCase()} ${id} here`)
  return { at, record }
}

async function nodesOf(
  ctx: Context,
  tree: Tree,
  at: number,
  records: readonly StoredRecord[],
): Promise<TreeNode[]> {
  const { entity } = tree.levels[at]!
  const below = tree.levels[at + 1]
  const countable = counted
    .map((name) => entityNamed(name))
    .filter(({ name }) => can(ctx.actor, 'read', name).allowed)
    .flatMap(
      (each) => linksOf(each).find(({ target, main }) => target === entity && !main.reference.many) ?? [],
    )
  const nodes: TreeNode[] = []
  for (const part of inParts(records, 50)) {
    const tests = part.flatMap((record) => [
      ...(below ? [{ entity: below.entity, test: liesBelow(below.path, record) }] : []),
      ...countable.map(({ main }) => ({ entity: main.entity, test: seenBelow(ctx, main, record) })),
    ])
    const counts = await countEach(ctx.store.read, tests, countedUpTo + 1)
    for (const record of part) {
      const children = below ? counts.shift()! : 0
      nodes.push({
        ...headOf(entity, record),
        below: children,
        counts: countable.map(({ main }) => {
          const count = counts.shift()!
          const isMore = count > countedUpTo
          return { entity: main.entity.name, count: isMore ? countedUpTo : count, isMore }
        }),
      })
    }
  }
  return nodes
}

/** Only what the asker sees counts. */
function seenBelow(ctx: Context, main: ReferringField, record: StoredRecord): RawBuilder<SqlBool> {
  const below = liesBelow([main], record)
  const limit = within(ctx, main.entity.name, main.entity.table)
  return limit ? sql`(${below} and ${limit.test()})` : below
}

function headOf(entity: Entity, record: StoredRecord): Omit<TreeNode, 'below' | 'counts'> {
  const code = entity.key.at(-1)!
  const title = titleOf(entity, code)
  const { id, version } = record
  const name = title ? String(record[title]) : nameRecord(entity, record)
  return { id, entity: entity.name, code: String(record[code]), name, version }
}

/** What is found stands in its place: every hit with all above it, nothing else. */
async function search(ctx: Context, tree: Tree, q: string): Promise<TreeNode[]> {
  const roots: TreeNode[] = []
  const known = new Map<string, TreeNode>()
  for (const [at, { entity }] of tree.levels.entries()) {
    const records = gate(ctx, 'read', entity.name)
    const sort = { field: entity.key.at(-1)!, descending: false }
    const found = await records.list({ search: q, filters: [], sort, limit: mostHits, total: false })
    for (const record of found.items) await place(at, record)
  }
  return roots

  async function place(at: number, record: StoredRecord): Promise<TreeNode | undefined> {
    const there = known.get(record.id)
    if (there) return there
    const [node] = await nodesOf(ctx, tree, at, [record])
    known.set(record.id, node!)
    if (at === 0) {
      roots.push(node!)
      return node
    }
    const above = await parentOf(at, record)
    const parent = above && (await place(at - 1, above))
    if (parent) parent.children = [...(parent.children ?? []), node!]
    return node
  }

  async function parentOf(at: number, record: StoredRecord): Promise<StoredRecord | undefined> {
    let current: StoredRecord | undefined = record
    for (const step of tree.levels[at]!.path) current = current && (await oneUp(ctx, step, current))
    return current
  }
}

async function oneUp(
  ctx: Context,
  step: ReferringField,
  record: StoredRecord,
): Promise<StoredRecord | undefined> {
  const { entity: target } = step.reference
  const filters = Object.entries(partsOfReference(step)).map(([field, own]) => ({
    field,
    test: 'is' as const,
    values: [record[own] as string],
  }))
  const sort = { field: step.reference.field, descending: false }
  const page = await gate(ctx, 'read', target).list({ filters, sort, limit: 1, total: false })
  return page.items[0]
}

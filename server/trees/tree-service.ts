import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { type Referrer, nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { titleText } from '#domain/catalogue/names/title-text.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { TreeNode, TreePage, TreeQuery } from '#domain/api/records/trees.ts'
import type { Tree } from '#domain/trees.ts'
import { can } from '#domain/access/policy.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { dynamicGate } from '../core/gate.ts'
import { linksOf } from '../store/records/reference-plan.ts'
import { countEach, hasDescendants, levelPage, isBelow } from '../store/places/tree-store.ts'
import { inParts } from '../store/records/record-sets.ts'
import { t } from '#domain/messages/t.ts'

/** Counting stops here, because an exact count reads all rows. */
const maxCounted = 10_000
const maxHits = 20
/** Entities that are counted below each node. */
const countedEntities = ['customer', 'employee', 'staffUser']

/** The children of a node, the roots without a parent, or the matches of a search with their ancestors. */
export async function treePage(
  ctx: Context,
  tree: Tree,
  { q, parent, after, limit }: TreeQuery,
): Promise<TreePage> {
  if (q?.trim()) return { items: await search(ctx, tree, q), next: null }
  const above = parent ? await readParent(ctx, tree, parent) : undefined
  const at = above ? above.at + 1 : 0
  const level = tree.levels[at]
  if (!level) return { items: [], next: null }
  const records = dynamicGate(ctx, 'read', level.entity.name)
  if (!above) return rootPage(ctx, tree, { limit, ...(after && { after }) })
  const test = isBelow(level.path, above.record)
  const page = await levelPage(ctx.store.read, records.entity, test, { limit, ...(after && { after }) })
  return { items: await nodesOf(ctx, tree, at, page.records), next: page.next }
}

/** Prefix of a cursor in the second part of the roots: those without children. */
const emptyRootsPrefix = '~'

/** Roots with children come first, because a firm works in one or two of all countries. */
async function rootPage(
  ctx: Context,
  tree: Tree,
  { after = '', limit }: { after?: string; limit: number },
): Promise<TreePage> {
  const [root, below] = tree.levels
  if (!root || !below) throw new Error('A tree has at least two levels')
  const [{ entity }, { path }] = [root, below]
  const isFilled = !after.startsWith(emptyRootsPrefix)
  const start = isFilled ? after : after.slice(emptyRootsPrefix.length)
  const read = (filled: boolean, from: string, max: number): ReturnType<typeof levelPage> =>
    levelPage(ctx.store.read, entity, hasDescendants(path, filled), {
      limit: max,
      ...(from && { after: from }),
    })
  const page = await read(isFilled, start, limit)
  // No root has children yet, so the roots without children are the first page.
  if (isFilled && !after && page.records.length === 0)
    return rootPage(ctx, tree, { after: emptyRootsPrefix, limit })
  const items = await nodesOf(ctx, tree, 0, page.records)
  if (page.next !== null) return { items, next: isFilled ? page.next : emptyRootsPrefix + page.next }
  const hasEmpty = isFilled && (await read(false, '', 1)).records.length > 0
  return { items, next: hasEmpty ? emptyRootsPrefix : null }
}

async function readParent(
  ctx: Context,
  tree: Tree,
  parent: string,
): Promise<{ at: number; record: StoredRecord }> {
  const [name = '', id = ''] = parent.split(':')
  const at = tree.levels.findIndex(({ entity }) => entity.name === name)
  if (at < 0 || !id)
    throw invalid([
      { field: 'parent', message: t('parent should be an entity of the tree and an id: zone:…') },
    ])
  const record = await dynamicGate(ctx, 'read', name).find(id)
  if (!record)
    throw notFound(
      t('There is no {record} {id} here', {
        record: t(tree.levels[at]!.entity.singular).toLowerCase(),
        id,
      }),
    )
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
  const countable = countedEntities
    .map((name) => entityNamed(name))
    .filter(({ name }) => can(ctx.actor, 'read', name).allowed)
    .flatMap(
      (each) => linksOf(each).find(({ target, main }) => target === entity && !main.reference.many) ?? [],
    )
  const nodes: TreeNode[] = []
  for (const part of inParts(records, 50)) {
    const tests = part.flatMap((record) => [
      ...(below ? [{ entity: below.entity, test: isBelow(below.path, record) }] : []),
      ...countable.map(({ main }) => ({ entity: main.entity, test: visibleBelow(ctx, main, record) })),
    ])
    const counts = await countEach(ctx.store.read, tests, maxCounted + 1)
    for (const record of part) {
      const children = below ? counts.shift()! : 0
      nodes.push({
        ...nodeHeader(entity, record),
        below: children,
        counts: countable.map(({ main }) => {
          const count = counts.shift()!
          const isMore = count > maxCounted
          return { entity: main.entity.name, count: isMore ? maxCounted : count, isMore }
        }),
      })
    }
  }
  return nodes
}

/** Counts only records in the scope of the account. */
function visibleBelow(ctx: Context, main: Referrer, record: StoredRecord): RawBuilder<SqlBool> {
  const below = isBelow([main], record)
  const limit = territoryFilter(ctx, main.entity.name, tableOf(main.entity))
  return limit ? sql`(${below} and ${limit.test()})` : below
}

function nodeHeader(entity: Entity, record: StoredRecord): Omit<TreeNode, 'below' | 'counts'> {
  const code = entity.key.at(-1)!
  const { id, version } = record
  const name = titleText(entity, code, record) ?? nameRecord(entity, record)
  return { id, entity: entity.name, code: textAt(record, code), name, version }
}

/** Returns every match with its ancestors, and no other nodes. */
async function search(ctx: Context, tree: Tree, q: string): Promise<TreeNode[]> {
  const roots: TreeNode[] = []
  const known = new Map<string, TreeNode>()
  for (const [at, { entity }] of tree.levels.entries()) {
    const records = dynamicGate(ctx, 'read', entity.name)
    const sort = { field: entity.key.at(-1)!, descending: false }
    const found = await records.list({ search: q, filters: [], sort, limit: maxHits, total: false })
    for (const record of found.items) await addNode(at, record)
  }
  return roots

  async function addNode(at: number, record: StoredRecord): Promise<TreeNode | undefined> {
    const existing = known.get(record.id)
    if (existing) return existing
    const [node] = await nodesOf(ctx, tree, at, [record])
    known.set(record.id, node!)
    if (at === 0) {
      roots.push(node!)
      return node
    }
    const above = await parentOf(at, record)
    const parent = above && (await addNode(at - 1, above))
    if (parent) parent.children = [...(parent.children ?? []), node!]
    return node
  }

  async function parentOf(at: number, record: StoredRecord): Promise<StoredRecord | undefined> {
    let current: StoredRecord | undefined = record
    for (const step of tree.levels[at]!.path)
      current = current && (await readParentRecord(ctx, step, current))
    return current
  }
}

async function readParentRecord(
  ctx: Context,
  step: Referrer,
  record: StoredRecord,
): Promise<StoredRecord | undefined> {
  const { entity: target } = step.reference
  const filters = Object.entries(partsOfReference(step)).map(([field, own]) => ({
    field,
    test: 'is' as const,
    values: [textAt(record, own)],
  }))
  const sort = { field: step.reference.field, descending: false }
  const page = await dynamicGate(ctx, 'read', target).list({ filters, sort, limit: 1, total: false })
  return page.items[0]
}

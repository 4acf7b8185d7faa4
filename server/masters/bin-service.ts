import { placesOf } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { foldSearch, searchedForms } from '#domain/alike/search-keys.ts'
import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { mask } from '#domain/mask.ts'
import { forbidden, invalid, Problem, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import type { Binned, StillBinned } from '#domain/record-page.ts'
import type { Context } from '../context.ts'
import { isPlaced } from '../within.ts'
import { gate, refusal } from '../gate.ts'
import { duplicateProblem } from '../resources/duplicates.ts'
import { readLimit, readSearch, type QueryText } from '../resources/list-query.ts'
import { restoreWithin } from '../resources/resource-service.ts'
import { attempt } from '../store/attempt.ts'
import type { Tx } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { inBatch } from './batch-service.ts'
import { changeBatch } from './batch-store.ts'
import { readBin, type BinPlace, type BinRow } from './bin-store.ts'

const rowsAtOnce = 500
/** A search through the bin reads so many at most before it shows what it has. */
const mostRead = 10_000
const mostAtOnce = 200

/** What was deleted and may be restored, the latest first. */
export async function bin(ctx: Context, query: QueryText): Promise<{ items: Binned[]; next: string | null }> {
  const { entity, q, after: asked, limit: most } = query
  const problems: FieldProblem[] = []
  const limit = readLimit(typeof most === 'string' ? most : undefined, problems)
  const search = readSearch(typeof q === 'string' ? q : undefined, problems)
  const after = placeIn(asked, problems)
  if (entity !== undefined && !catalogue.some((each) => each.name === entity))
    problems.push({ field: 'entity', message: 'entity should be the name of an entity, such as customer' })
  if (problems.length > 0) throw invalid(problems)
  const wanted = entity === undefined ? catalogue.map(({ name }) => name) : [String(entity)]
  // Of what is in the bin nobody can say where it lies: it is for those who see everything.
  const isWhole = (name: string): boolean => !isPlaced(name) || !placesOf(ctx.actor)
  const entities = wanted.filter((name) => can(ctx.actor, 'restore', name).allowed && isWhole(name))
  if (entities.length === 0 && wanted.some((name) => can(ctx.actor, 'restore', name).allowed))
    throw forbidden('What was deleted there is shown to those who see the whole firm')
  if (entities.length === 0)
    throw refusal(ctx, can(ctx.actor, 'restore', wanted[0]!), ['restore', wanted[0]!])
  const words = foldSearch(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const items: Binned[] = []
  let place = after
  for (let count = 0; count < mostRead; count += rowsAtOnce) {
    const rows = await readBin(ctx.store.read, {
      entities,
      limit: rowsAtOnce,
      ...(place && { after: place }),
    })
    for (const row of rows) {
      place = row
      if (!holdsAll(row, words)) continue
      items.push(shown(row))
      if (items.length === limit) return { items, next: nextOf(row) }
    }
    if (rows.length < rowsAtOnce) return { items, next: null }
    await letOthersIn()
  }
  return { items, next: nextOf(place!) }
}

/** Puts several back, as many as can be; the others are named, with what has their code since. */
export async function restoreMany(
  ctx: Context,
  input: unknown,
): Promise<{ restored: number; left: StillBinned[]; batch: string | null }> {
  const wanted = readWanted(input)
  const order = new Map(catalogue.map(({ name }, at) => [name, at]))
  // What others refer to comes back first.
  const inOrder = wanted.toSorted((one, other) => order.get(one.entity)! - order.get(other.entity)!)
  const entities = new Set(wanted.map(({ entity }) => entity))
  const about = {
    kind: 'bulk restore',
    entity: entities.size === 1 ? wanted[0]!.entity : null,
    title: 'Taken from the bin',
  } as const
  const left: StillBinned[] = []
  const work = inBatch(ctx, about, async (within, tx) => {
    left.length = 0 // the work may be tried again
    for (const each of inOrder) {
      const problem = await restoreOne(within, tx, each)
      if (problem) left.push(problem)
    }
    const restored = wanted.length - left.length
    if (restored === 0) throw new NothingRestored()
    const title = `${restored} ${restored === 1 ? 'record' : 'records'} taken from the bin`
    await changeBatch(tx, within.batchId, { title })
    return { restored, left, batch: within.batchId }
  })
  return work.catch((error: unknown) => {
    if (error instanceof NothingRestored) return { restored: 0, left, batch: null }
    throw error
  })
}

/** Rolls back the note that a change at once began. */
class NothingRestored extends Error {}

interface Wanted {
  entity: string
  id: string
}

async function restoreOne(ctx: Context, tx: Tx, { entity, id }: Wanted): Promise<StillBinned | undefined> {
  const records = gate(ctx, 'restore', entity)
  const binned = await records.using(tx).binned(id)
  const name = binned ? nameRecord(records.entity, binned) : `${records.entity.singular} ${id}`
  try {
    await attempt(tx, () => restoreWithin(ctx, tx, entity, id))
    return undefined
  } catch (error) {
    const problem = binned ? await duplicateProblem(records, binned, error) : undefined
    const said = problem ?? error
    if (!(said instanceof Problem)) throw error
    const existing = said.details.extra?.['existing'] as { id: string; name: string } | undefined
    const { path } = records.entity
    return { entity, id, name, because: said.message, ...(existing && { existing: { path, ...existing } }) }
  }
}

function readWanted(input: unknown): Wanted[] {
  const items = (input as { items?: unknown } | null | undefined)?.items
  if (!Array.isArray(items)) throw invalid([problemOfShape('What to restore')])
  const isWanted = (each: unknown): each is Wanted => {
    const { entity, id } = (each ?? {}) as Partial<Wanted>
    return catalogue.some(({ name }) => name === entity) && typeof id === 'string'
  }
  if (items.length === 0 || items.length > mostAtOnce || !items.every(isWanted)) {
    const message = `items should be 1 to ${mostAtOnce} records, each with its entity and id`
    throw invalid([{ field: 'items', message }])
  }
  return items
}

function shown({ entity: name, id, record, deletedAt, deletedBy }: BinRow): Binned {
  const entity = entityNamed(name)
  const values = Object.entries(entity.fields).flatMap(([field, { show, sensitive }]) => {
    const text = show(record[field] ?? null)
    return text ? [[field, sensitive ? mask(text) : text]] : []
  })
  return {
    entity: name,
    path: entity.path,
    id,
    name: nameRecord(entity, record),
    values: Object.fromEntries(values),
    deletedAt,
    deletedBy,
  }
}

function holdsAll({ entity: name, record, deletedBy }: BinRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { fields } = entityNamed(name)
  const said = Object.entries(fields)
    .filter(([, { sensitive }]) => !sensitive)
    .map(([field, { show }]) => searchedForms(show(record[field] ?? null)))
  const text = [...said, searchedForms(deletedBy)].join(' ')
  return words.every((word) => text.includes(word))
}

const nextOf = ({ deletedAt, id }: BinPlace): string => `${deletedAt}~${id}`

function placeIn(after: unknown, problems: FieldProblem[]): BinPlace | undefined {
  if (after === undefined) return undefined
  const [, deletedAt, id] = /^([\d:.TZ-]{24})~([\da-f-]{36})$/.exec(String(after)) ?? []
  if (deletedAt && id) return { deletedAt, id }
  problems.push({ field: 'after', message: 'after should be what the last page gave as next' })
  return undefined
}

import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { can } from '#domain/access/policy.ts'
import type { RememberedValue } from '#domain/imports/import-job.ts'
import { invalid, notFound, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { QueryText } from '../resources/list-query.ts'
import { noteEvent } from '../store/audit-store.ts'
import { entityOf } from './import-service.ts'
import { changeMemory, forgetMemory, listMemory, type MemoryEntry } from './memory-store.ts'

/** What headings and values of files meant before, and will mean in the next one: of the masters that one may import. */
export async function rememberedValues(ctx: Context, query: QueryText): Promise<RememberedValue[]> {
  demand(ctx, 'read', 'importJob')
  const one = query['entity'] === undefined ? undefined : entityOf(query['entity'])
  const names = catalogue
    .map(({ name }) => name)
    .filter((name) => (one === undefined || name === one) && can(ctx.actor, 'import', name).allowed)
  const found = await listMemory(ctx.store.read, names)
  return found.filter(isOfToday).map(shown)
}

/** Fields come and go with versions; what was remembered of one that is gone means nothing. */
const isOfToday = ({ entity, field }: MemoryEntry): boolean =>
  field === null || entityNamed(entity).fields[field] !== undefined

const shown = ({ entity, field, typed, meaning, at }: MemoryEntry): RememberedValue => ({
  entity,
  kind: field === null ? 'column' : 'value',
  field,
  typed,
  meaning,
  at,
})

type Named = Pick<MemoryEntry, 'entity' | 'field' | 'typed'>

/** Which one is meant; throws what is wrong with how it is named. */
function readNamed(ctx: Context, given: Readonly<Record<string, unknown>>): Named {
  demand(ctx, 'update', 'importJob')
  const entity = entityOf(given['entity'])
  demand(ctx, 'import', entity)
  const problems: FieldProblem[] = []
  const { typed } = given
  const field = given['field'] ?? null
  if (typeof typed !== 'string' || typed === '')
    problems.push({ field: 'typed', message: 'typed should be what stands in the file' })
  if (field !== null && (typeof field !== 'string' || !entityNamed(entity).fields[field]?.reference))
    problems.push({ field: 'field', message: 'field should be a field that refers to something' })
  if (problems.length > 0) throw invalid(problems)
  return { entity, field: field as string | null, typed: typed as string }
}

export async function changeRemembered(ctx: Context, body: unknown): Promise<RememberedValue> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid([problemOfShape('A remembered value')])
  const given = body as Record<string, unknown>
  const named = readNamed(ctx, given)
  const { meaning } = given
  if (meaning !== null && (typeof meaning !== 'string' || meaning === ''))
    throw invalid([{ field: 'meaning', message: 'meaning should be a code or a field, or null for none' }])
  if (named.field === null && meaning !== null && !entityNamed(named.entity).fields[meaning])
    throw invalid([{ field: 'meaning', message: `There is no field ${meaning}` }])
  const changed = { ...named, meaning, at: ctx.now().toISOString() }
  await ctx.store.transaction(async (tx) => {
    if (!(await changeMemory(tx, changed))) throw nothingRemembered(named)
    note(ctx, tx, named, meaning ?? 'left empty')
  })
  return shown(changed)
}

export async function forgetRemembered(ctx: Context, query: QueryText): Promise<void> {
  const named = readNamed(ctx, query)
  await ctx.store.transaction(async (tx) => {
    if (!(await forgetMemory(tx, named))) throw nothingRemembered(named)
    note(ctx, tx, named, null)
  })
}

const nothingRemembered = ({ typed }: Named): Error => notFound(`Nothing is remembered of ${typed}`)

function note(
  ctx: Context,
  tx: Parameters<typeof noteEvent>[0],
  { entity, field, typed }: Named,
  meaning: string | null,
): void {
  noteEvent(tx, ctx, {
    action: 'import value changed',
    entity,
    details: { ...(field !== null && { field }), typed, meaning: meaning ?? 'forgotten' },
  })
}

import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import { invalid, notFound, problemOfShape } from '#domain/problem.ts'
import { mostStart, problemsOfSeries, type SeriesChange, type SeriesShown } from '#domain/series.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { noteEvent } from '../store/audit-store.ts'
import { highestNumber, holdSeries, putSeries, seriesState } from '../store/code-series.ts'
import type { Db } from '../store/dialect.ts'

interface Coded {
  entity: Entity
  field: string
}

const coded: readonly Coded[] = catalogue.flatMap((entity) =>
  Object.keys(entity.fields)
    .filter((field) => entity.fields[field]!.series)
    .map((field) => ({ entity, field })),
)

export async function listSeries(ctx: Context): Promise<{ items: SeriesShown[] }> {
  demand(ctx, 'read', 'series')
  return { items: await Promise.all(coded.map((each) => shown(ctx.store.read, each))) }
}

/** Codes look like this from now on; those that were dealt out stay as they are. */
export async function changeSeries(ctx: Context, name: string, input: unknown): Promise<SeriesShown> {
  demand(ctx, 'update', 'series')
  const found = coded.find(({ entity }) => entity.name === name)
  if (!found) throw notFound(`The codes of ${name} are not dealt out here`)
  const { start, ...look } = readChange(input)
  const { entity, field } = found
  return ctx.store.transaction(async (tx) => {
    // The row is held before its numbers are looked at: a code that is being dealt out comes before or after all of this.
    await holdSeries(tx, entity, field)
    const { last } = await seriesState(tx, entity, field)
    const highest = await highestNumber(tx, entity, look.prefix)
    if (start !== null && start <= highest) {
      const message = `${formatCode(look, highest)} exists already: start at ${highest + 1} or above`
      throw invalid([{ field: 'start', message }])
    }
    await putSeries(tx, entity, field, {
      ...look,
      last: start === null ? Math.max(last, highest) : start - 1,
    })
    const details = { ...look, ...(start !== null && { start }) }
    noteEvent(tx, ctx, { action: 'series changed', entity: name, details })
    return shown(tx, found)
  })
}

async function shown(db: Db, { entity, field }: Coded): Promise<SeriesShown> {
  const state = await seriesState(db, entity, field)
  const last = Math.max(state.last, await highestNumber(db, entity, state.prefix))
  return { entity: entity.name, of: entity.singular, label: entity.fields[field]!.label, ...state, last }
}

function readChange(input: unknown): SeriesChange {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('The look of codes')])
  const { prefix, width, start = null } = input as Record<string, unknown>
  if (typeof prefix !== 'string') throw invalid([{ field: 'prefix', message: 'Prefix should be text' }])
  const look = { prefix: prefix.trim(), width: typeof width === 'number' ? width : Number.NaN }
  const problems = problemsOfSeries(look)
  const isStart = Number.isInteger(start) && Number(start) >= 1 && Number(start) <= mostStart
  if (start !== null && !isStart)
    problems.push({ field: 'start', message: `Start should be a whole number from 1 to ${mostStart}` })
  if (problems.length > 0) throw invalid(problems)
  return { ...look, start: start as number | null }
}

import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { SeriesChange, SeriesView } from '#domain/api/series.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { highestNumber, lockSeries, saveSeries, seriesState } from '../store/records/code-series.ts'
import type { Db } from '../store/dialect.ts'
import { t } from '#domain/messages/t.ts'

interface CodedField {
  entity: Entity
  field: string
}

const codedFields: readonly CodedField[] = catalogue.flatMap((entity) =>
  Object.keys(entity.fields)
    .filter((field) => entity.fields[field]!.series)
    .map((field) => ({ entity, field })),
)

export async function listSeries(ctx: Context): Promise<{ items: SeriesView[] }> {
  requireRight(ctx, 'read', 'series')
  return { items: await Promise.all(codedFields.map((each) => toSeries(ctx.store.read, each))) }
}

/** Changes the format of the next codes; existing codes stay as they are. */
export async function changeSeries(ctx: Context, name: string, change: SeriesChange): Promise<SeriesView> {
  requireRight(ctx, 'update', 'series')
  const found = codedFields.find(({ entity }) => entity.name === name)
  if (!found) throw notFound(t('{name} has no generated codes', { name }))
  const { start, ...format } = change
  const { entity, field } = found
  return ctx.store.transaction(async (tx) => {
    // Locks the row before reading its numbers, so that a code being generated comes before or after this change.
    await lockSeries(tx, entity, field)
    const { last } = await seriesState(tx, entity, field)
    const highest = await highestNumber(tx, entity, format.prefix)
    if (start !== null && start <= highest) {
      const message = t('{code} exists already: start at {number} or above', {
        code: formatCode(format, highest),
        number: highest + 1,
      })
      throw invalid([{ field: 'start', message }])
    }
    await saveSeries(tx, entity, field, {
      ...format,
      last: start === null ? Math.max(last, highest) : start - 1,
    })
    const details = { ...format, ...(start !== null && { start }) }
    recordEvent(tx, ctx, { action: 'series changed', entity: name, details })
    return toSeries(tx, found)
  })
}

async function toSeries(db: Db, { entity, field }: CodedField): Promise<SeriesView> {
  const state = await seriesState(db, entity, field)
  const last = Math.max(state.last, await highestNumber(db, entity, state.prefix))
  const { label } = entity.fields[field]!
  return { entity: entity.name, of: t(entity.singular), label: t(label), ...state, last }
}

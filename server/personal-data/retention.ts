import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { system } from '#domain/access/actor.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import type { Context } from '../core/context.ts'
import { flushDeferredInserts } from '../store/deferred-writes.ts'
import type { Tx } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { erasureAction, rewriteEntries } from '../store/history/erased-entries.ts'
import { newId } from '../store/new-id.ts'
import { openRecords } from '../store/records/records.ts'
import { putSetting, readSetting } from '../store/settings.ts'
import { cleanCells } from './person-rows.ts'
import { Scrubber } from './scrub.ts'

const readAtOnce = 2000
const changedAtOnce = 200
const lastRun = 'retention applied'

/** Once a day, in the instance that is first: removes positions and photos of visits that are older than they are kept. */
export async function applyRetention(ctx: Context): Promise<void> {
  const { locations, photos } = ctx.config.retention
  if (locations === undefined && photos === undefined) return
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  // With the settings, so that a new one applies on the same day.
  const run = [today, locations, photos].join(' ')
  const isFirst = await ctx.store.transaction(async (tx) => {
    if ((await readSetting(tx, lastRun)) === run) return false
    await putSetting(tx, lastRun, run, ctx.now())
    return true
  })
  if (!isFirst) return
  const author = { ...ctx, actor: system('retention') }
  if (locations !== undefined) await removeLocations(author, addDays(today, -locations))
  if (photos !== undefined) await removePhotos(author, photos)
}

/** Positions of visits before this day, also in their history and in what phones handed in. */
async function removeLocations(ctx: Context, before: string): Promise<void> {
  for (let after = ''; ;) {
    const rows = await ctx.store.read
      .selectFrom('visit')
      .select(['id', 'visited_on', 'check_in_place'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(readAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const ids = rows
      .filter(({ visited_on: day, check_in_place: place }) => place !== null && day !== null && day < before)
      .map(({ id }) => id)
    for (let from = 0; from < ids.length; from += changedAtOnce) {
      const part = ids.slice(from, from + changedAtOnce)
      await ctx.store.transaction((tx) => removeLocationsOf(ctx, tx, part))
      await yieldToEventLoop()
    }
    after = last.id
  }
}

const scrubber = new Scrubber({
  own: [],
  ids: new Set(),
  codes: new Set(),
  codeMembers: [],
  exact: [],
  common: new Set(),
  members: new Set(['Check_In_Place']),
})

async function removeLocationsOf(ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  await changeVisits(ctx, tx, ids, () => ({ Check_In_Place: null }))
  await flushDeferredInserts(tx, ctx.store.dialect)
  const events = await tx
    .selectFrom('field_event')
    .select(['id', 'content'])
    .where('visit_id', 'in', ids)
    .execute()
  for (const { id, content } of events)
    await tx
      .updateTable('field_event')
      .set({ content: scrubber.scrub(content, true) })
      .where('id', '=', id)
      .execute()
  const history = await tx
    .selectFrom('history')
    .select(['id', 'before_values', 'after_values'])
    .where('entity', '=', 'visit')
    .where('record_id', 'in', ids)
    .execute()
  const entries = history.flatMap((row) => {
    const cells = cleanCells(row, ['before_values', 'after_values'], (text) => scrubber.scrub(text, true))
    return Object.keys(cells).length > 0 ? [{ table: 'history' as const, id: row.id, cells }] : []
  })
  const id = newId(ctx.now())
  const digest = await rewriteEntries(tx, ctx.store.dialect, id, entries)
  recordEvent(tx, ctx, {
    id,
    action: erasureAction,
    entity: 'visit',
    details: { reason: 'KEEP_LOCATIONS_DAYS', entries: entries.length, digest },
  })
}

async function removePhotos(ctx: Context, days: number): Promise<void> {
  const before = new Date(ctx.now().getTime() - days * 86_400_000).toISOString()
  for (;;) {
    const removed = await ctx.store.transaction(async (tx) => {
      const rows = await tx
        .selectFrom('photo')
        .select(['id', 'visit_id'])
        .where('created_at', '<', before)
        .where('visit_id', 'is not', null)
        .orderBy('created_at')
        .limit(changedAtOnce)
        .execute()
      if (rows.length === 0) return 0
      const photos = rows.map(({ id }) => id)
      const visits = new Set(rows.flatMap(({ visit_id: visit }) => visit ?? []))
      await changeVisits(ctx, tx, [...visits], ({ Photo_ID: photo }) =>
        photos.some((id) => id === photo) ? { Photo_ID: null } : {},
      )
      await tx.deleteFrom('photo').where('id', 'in', photos).execute()
      return rows.length
    })
    if (removed === 0) return
    await yieldToEventLoop()
  }
}

async function changeVisits(
  ctx: Context,
  tx: Tx,
  ids: readonly string[],
  change: (visit: Readonly<RecordValues>) => RecordValues,
): Promise<void> {
  const writer = openRecords(ctx.store, entityNamed('visit'), ctx, () => undefined).using(tx)
  for (const id of ids) {
    const current = await writer.lock(id)
    const changed = current && change(current)
    if (current && changed && Object.keys(changed).length > 0)
      await writer.update(current, { ...current, ...changed })
  }
}

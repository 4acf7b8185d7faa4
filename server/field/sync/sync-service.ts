import type { SyncAnswer, SyncRequest } from '#domain/api/field/sync.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { describeDayOff } from '#domain/visits/calendar.ts'
import type { PackMasters, PackProposal } from '#domain/field/pack.ts'
import { parseMoment } from '#domain/field/parse-event.ts'
import { storableText } from '#domain/text.ts'
import { offDays } from '../../calendar/calendar-service.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { changesSince, isComparable, readPosition } from '../../store/changes/change-log.ts'
import type { Db } from '../../store/dialect.ts'
import { changedCustomers } from './changed-customers.ts'
import { digestOf, formatCursor, parseCursor } from './cursor.ts'
import { recordContact } from '../devices/contact.ts'
import { refuseRevoked } from './revoked-phone.ts'
import { packCustomers } from './pack-customers.ts'
import { packMasters } from './pack-masters.ts'
import { packReader, type PackReader } from './pack-reader.ts'
import { readScopeIds } from './scope-ids.ts'

type Difference = Pick<
  SyncAnswer,
  'cursor' | 'isFull' | 'customers' | 'ids' | 'isCut' | 'masters' | 'proposals'
>

/** What changed for a phone since its cursor, or everything. */
export async function syncPhone(ctx: Context, request: SyncRequest): Promise<SyncAnswer> {
  requireRight(ctx, 'read', 'customer')
  await refuseRevoked(ctx, request)
  const { timeZone, tilesUrl } = ctx.config
  const now = ctx.now()
  const today = dayIn(now, timeZone)
  const reader = await packReader(ctx, ctx.store.read)
  const difference = await ctx.store.readTogether((db) => readDifference(ctx, db, reader, request))
  const off = reader.may('holiday') ? await offDays(ctx, { from: today, to: today }) : []
  const { device, waiting } = request
  const contact = {
    device,
    clock: parseMoment(request.clock) ?? now.getTime(),
    ...(waiting !== undefined && { waiting }),
  }
  await recordContact(ctx, contact, {
    synced_at: now.toISOString(),
    ...(request.app !== undefined && { app: storableText(request.app).slice(0, 40).toWellFormed() }),
  })
  return {
    ...difference,
    account: reader.packAccount,
    dayOff: describeDayOff(off, today) ?? null,
    tiles: tilesUrl ?? null,
    now: now.toISOString(),
    today,
    timeZone,
  }
}

/**
 * The position in the change log is read first. What is committed before it is in the reads that follow; what is committed
 * later is after this position in the log, and read by the next sync.
 */
async function readDifference(
  ctx: Context,
  db: Db,
  reader: PackReader,
  { cursor: text, missing = [] }: SyncRequest,
): Promise<Difference> {
  const { dialect } = ctx.store
  const position = await readPosition(db, dialect)
  const last = parseCursor(text)
  const cursor = last && last.access === reader.digest && isComparable(last, position) ? last : undefined
  const scope = await readScopeIds(ctx, db, reader)
  const idsDigest = digestOf(scope.joined)
  const changes = cursor && (await changesSince(db, dialect, cursor.position))
  const isSameScope = cursor?.ids === idsDigest

  const sent = changes ? await changedCustomers(ctx, db, changes, scope) : scope.all()
  const wanted = missing.filter((id) => scope.all().has(id))
  const toSend = new Set([...sent, ...wanted])
  const customers = toSend.size > 0 ? await packCustomers(ctx, db, reader, [...toSend]) : []

  const isSameMasters = isSameScope && sent.size === 0 && changes?.keys && !changes.keys.has('master')
  const masters = isSameMasters ? undefined : await packMasters(ctx, db, reader, scope.all())
  const mastersDigest = masters ? digestOf(masters) : cursor!.masters
  const proposals = await proposalsOf(db, reader.account)
  const proposalsDigest = digestOf(proposals)
  const unlessSame = <T extends PackMasters | PackProposal[]>(
    part: T | undefined,
    isSame: boolean,
  ): T | null => (part === undefined || isSame ? null : part)
  return {
    cursor: formatCursor({
      origin: position.origin,
      position: position.position,
      access: reader.digest,
      ids: idsDigest,
      masters: mastersDigest,
      proposals: proposalsDigest,
    }),
    isFull: cursor === undefined,
    customers,
    ids: isSameScope || cursor === undefined ? null : [...scope.all()],
    isCut: scope.isCut,
    masters: unlessSame(masters, cursor?.masters === mastersDigest),
    proposals: unlessSame(proposals, cursor?.proposals === proposalsDigest),
  }
}

const maxProposals = 200

async function proposalsOf(db: Db, account: string): Promise<PackProposal[]> {
  const rows = await db
    .selectFrom('proposal')
    .select(['id', 'state', 'note', 'customer_id', 'decided_at'])
    .where('account_id', '=', account)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxProposals)
    .execute()
  return rows.map((row) => ({
    event: row.id,
    state: row.state,
    note: row.note,
    customer: row.state === 'approved' ? row.customer_id : null,
    decidedAt: row.decided_at,
  }))
}

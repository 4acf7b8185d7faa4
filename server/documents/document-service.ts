import { createHash } from 'node:crypto'
import { nameOfActor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import type { DocumentSubject, DocumentView } from '#domain/api/records/documents.ts'
import { recogniseDocument } from '#domain/documents/document-type.ts'
import { conflict, invalid, notFound } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { findRecord, read } from '../records/record-service.ts'
import type { Tx } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { isId, newId } from '../store/new-id.ts'
import * as store from './document-store.ts'
import { t } from '#domain/messages/t.ts'

/** The documents of a record, for accounts that may read the record. */
export async function listDocuments(
  ctx: Context,
  { entity, record }: DocumentSubject,
): Promise<{ items: DocumentView[] }> {
  requireRight(ctx, 'read', 'document')
  const { id } = await read(ctx, entity, record)
  const ids = await store.idsMergedInto(ctx.store.read, entity, id)
  return { items: (await store.documentsOf(ctx.store.read, entity, ids)).map(shown) }
}

export interface NewDocument extends DocumentSubject {
  name: string
  content: Uint8Array
}

/** Attaching a document is a change of its record. */
export async function attachDocument(
  ctx: Context,
  { entity, record, name: given, content }: NewDocument,
): Promise<Answer<DocumentView>> {
  requireRight(ctx, 'create', 'document')
  requireRight(ctx, 'update', entity)
  const { id: recordId } = await read(ctx, entity, record)
  const recognised = recogniseDocument(given, content)
  if ('problem' in recognised) throw invalid([{ field: 'file', message: recognised.problem }])
  const { name, type } = recognised
  const hash = createHash('sha256').update(content).digest('hex')
  return once<DocumentView>(ctx, ['document', entity, recordId, name, hash], (keep) =>
    ctx.store.transaction(async (tx) => {
      // Two uploads to one record wait for each other, so that neither exceeds the limit.
      await lockRecord(ctx, tx, entity, recordId)
      const ids = await store.idsMergedInto(tx, entity, recordId)
      const present = await store.documentsOf(tx, entity, ids)
      const same = present.find((each) => each.hash === hash)
      if (same) return keep(tx, { status: 200, body: shown(same) })
      refuseTooMany(ctx, present.length)
      const now = ctx.now()
      const added: store.StoredDocument = {
        id: newId(now),
        entity,
        record_id: recordId,
        name,
        media_type: type,
        size: content.length,
        hash,
        account_id: ctx.actor.kind === 'account' ? ctx.actor.id : null,
        by_name: nameOfActor(ctx.actor),
        at: now.toISOString(),
        deleted_at: null,
      }
      await store.insertDocument(tx, added, content)
      audit(tx, ctx, 'document attached', added)
      return keep(tx, { status: 201, body: shown(added) })
    }),
  )
}

/** It may have been deleted since it was read. */
async function lockRecord(ctx: Context, tx: Tx, entity: string, id: string): Promise<void> {
  if (!(await dynamicGate(ctx, 'update', entity).using(tx).lock(id)))
    throw notFound(t('This record was deleted meanwhile'))
}

function refuseTooMany({ config: { documentsPerRecord: max } }: Context, present: number): void {
  if (present >= max)
    throw conflict(t('A record can have at most {max, number} documents. Delete one first', { max }))
}

export interface DocumentFile {
  name: string
  type: string
  content: Uint8Array
}

export async function readDocument(ctx: Context, id: string): Promise<DocumentFile> {
  requireRight(ctx, 'read', 'document')
  const { name, media_type: type, id: own } = (await findVisible(ctx, id)).document
  const content = await store.contentOf(ctx.store.read, own)
  if (!content) throw noSuchDocument()
  return { name, type, content }
}

export async function removeDocument(ctx: Context, id: string): Promise<void> {
  requireRight(ctx, 'delete', 'document')
  const { document } = await findVisible(ctx, id)
  requireRight(ctx, 'update', document.entity)
  await ctx.store.transaction(async (tx) => {
    // Another request may have deleted it meanwhile.
    if (await store.setDeleted(tx, document.id, ctx.now().toISOString()))
      audit(tx, ctx, 'document deleted', document)
  })
}

export async function restoreDocument(ctx: Context, id: string): Promise<DocumentView> {
  requireRight(ctx, 'update', 'document')
  const { document, recordId } = await findVisible(ctx, id, true)
  const { entity } = document
  requireRight(ctx, 'update', entity)
  await ctx.store.transaction(async (tx) => {
    await lockRecord(ctx, tx, entity, recordId)
    const present = await store.documentsOf(tx, entity, await store.idsMergedInto(tx, entity, recordId))
    if (present.some((each) => each.id === document.id)) return
    refuseTooMany(ctx, present.length)
    // It may have been purged meanwhile.
    if (!(await store.setDeleted(tx, document.id, null))) throw noSuchDocument()
    audit(tx, ctx, 'document restored', document)
  })
  return shown(document)
}

const noSuchDocument = (): Error => notFound(t('There is no such document'))

interface VisibleDocument {
  document: store.StoredDocument
  /** The record it belongs to now: its own may have been merged into another. */
  recordId: string
}

/** A document of a record that the account may not read is reported as not found. */
async function findVisible(ctx: Context, id: string, includesDeleted = false): Promise<VisibleDocument> {
  const document = isId(id) ? await store.findDocument(ctx.store.read, id) : undefined
  if (!document || (document.deleted_at !== null && !includesDeleted)) throw noSuchDocument()
  if (!can(ctx.actor, 'read', document.entity).allowed) throw noSuchDocument()
  const record = await findRecord(ctx, document.entity, document.record_id)
  if (!record) throw noSuchDocument()
  return { document, recordId: record.id }
}

const shown = ({
  id,
  name,
  media_type: type,
  size,
  by_name: by,
  at,
}: store.StoredDocument): DocumentView => ({
  id,
  name,
  type,
  size,
  by,
  at,
})

function audit(
  tx: Tx,
  ctx: Context,
  action: 'document attached' | 'document deleted' | 'document restored',
  { entity, record_id: record, name, size, hash }: store.StoredDocument,
): void {
  recordEvent(tx, ctx, { action, entity, record, details: { name, size, hash } })
}

import { newId } from '#server/store/new-id.ts'
import type { Tables } from '#server/store/tables/tables.ts'
import { referenceOf } from '#domain/field/reference.ts'
import type { TestApp } from './test-app.ts'

/** Stores a proposal as if a phone had handed it in; returns its id. */
export async function storeProposal(
  test: TestApp,
  values: Record<string, string>,
  row: Partial<Tables['proposal']> = {},
): Promise<string> {
  const at = test.clock.now.toISOString()
  const id = newId(test.clock.now)
  await test.store.transaction((tx) =>
    tx
      .insertInto('proposal')
      .values({
        id,
        type: 'new customer',
        account_id: 'missing',
        by_name: 'Ravi',
        recorded_at: at,
        received_at: at,
        customer_id: null,
        proposed_values: JSON.stringify(values),
        before_values: '{}',
        remarks: '',
        state: 'open',
        note: null,
        decided_at: null,
        decided_by: null,
        batch_id: null,
        ...row,
      })
      .execute(),
  )
  return id
}

/** Stores an event as if a phone had handed it in; returns its id. */
export async function storeEvent(test: TestApp, row: Partial<Tables['field_event']> = {}): Promise<string> {
  const at = test.clock.now.toISOString()
  const id = newId(test.clock.now)
  await test.store.transaction((tx) =>
    tx
      .insertInto('field_event')
      .values({
        id,
        reference: referenceOf(id),
        kind: 'visit',
        account_id: 'missing',
        by_name: 'Ravi',
        device_id: id,
        recorded_at: at,
        received_at: at,
        customer_id: null,
        visit_id: null,
        content_hash: 'none',
        content: '{}',
        state: 'accepted',
        result: '{}',
        marks: null,
        seen_at: null,
        seen_by: null,
        waits_for: null,
        ...row,
      })
      .execute(),
  )
  return id
}

/** Stores a phone as if it had registered; returns its id. */
export async function storePhone(test: TestApp, row: Partial<Tables['field_device']> = {}): Promise<string> {
  const at = test.clock.now.toISOString()
  const id = newId(test.clock.now)
  await test.store.transaction((tx) =>
    tx
      .insertInto('field_device')
      .values({
        id,
        account_id: 'missing',
        label: 'Chrome on Android',
        key_hash: `hash ${id}`,
        created_at: at,
        last_at: at,
        synced_at: at,
        waiting: 0,
        clock_offset: 0,
        app: '1.0',
        revoked_at: null,
        revoked_by: null,
        ...row,
      })
      .execute(),
  )
  return id
}

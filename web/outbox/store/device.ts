import type { Device, OutboxDatabase } from './database.ts'
import { newEventId } from './event-id.ts'

/** This device for an account; made when it is first needed. */
export async function deviceOf(database: OutboxDatabase, account: string): Promise<Device> {
  const { store, done } = database.transaction('devices', 'readwrite')
  const known = await store.get(account)
  const device = known ?? { account, id: newEventId(), key: null }
  if (!known) await store.put(device)
  await done
  return device
}

/** Stores the key of the device; null when the server refused it. */
export async function saveKey(database: OutboxDatabase, account: string, key: string | null): Promise<void> {
  const { store, done } = database.transaction('devices', 'readwrite', { durability: 'strict' })
  const known = await store.get(account)
  if (known) await store.put({ ...known, key })
  await done
}

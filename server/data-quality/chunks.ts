import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { dynamic } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'

/** Conditions that together cover a table, for a background job that reads all of it without blocking other requests. */
export async function* chunksOf(store: Store, table: string): AsyncGenerator<RawBuilder<SqlBool>> {
  const size = store.dialect.isEmbedded ? 1000 : 5000
  const id = sql.ref(`${table}.id`)
  let after = ''
  for (;;) {
    const end = await dynamic(store.read)
      .selectFrom(table)
      .select(sql.ref<string>('id').as('id'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst()
    const upTo = end ? sql` and ${id} <= ${end.id}` : sql``
    yield sql<SqlBool>`${id} > ${after}${upTo}`
    if (!end) return
    after = end.id
    await setImmediate()
  }
}

const slotCount = 1 << 24

/** Which keys may occur twice, in bitmaps of fixed size. Two keys with the same hash count as one. */
export class RepeatedKeys {
  #seenOnce = new Uint8Array(slotCount / 8)
  #seenTwice = new Uint8Array(slotCount / 8)

  mark(key: string): void {
    const slot = hashOf(key) % slotCount
    set(has(this.#seenOnce, slot) ? this.#seenTwice : this.#seenOnce, slot)
  }

  /** The key counts as repeated, even if it occurs once. */
  markAsRepeated(key: string): void {
    set(this.#seenTwice, hashOf(key) % slotCount)
  }

  isRepeated(key: string): boolean {
    return has(this.#seenTwice, hashOf(key) % slotCount)
  }
}

const has = (bits: Uint8Array, slot: number): boolean => (bits[slot >> 3]! & (1 << (slot & 7))) !== 0
const set = (bits: Uint8Array, slot: number): void => void (bits[slot >> 3]! |= 1 << (slot & 7))

/** FNV-1a hash. */
export function hashOf(key: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01_00_01_93)
  return hash >>> 0
}

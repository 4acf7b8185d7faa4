import { openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { databaseName, withDatabase } from './database.ts'

// Chromium with its IndexedDB.

const remove = (): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(databaseName)
  request.addEventListener('success', () => resolve())
  request.addEventListener('error', () => reject(request.error))
  return promise
}

afterEach(remove)

it('goes on with the database of a newer page', async () => {
  const device = { account: 'a1', id: 'd1', key: null }
  await withDatabase((database) => database.put('devices', device))
  const newer = await openDB(databaseName, 99, {
    upgrade: (database) => void database.createObjectStore('later'),
  })
  expect(await withDatabase((database) => database.get('devices', 'a1'))).toEqual(device)
  newer.close()
})

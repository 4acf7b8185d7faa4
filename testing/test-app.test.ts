import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { databaseNames } from './databases.ts'
import { openTestApp } from './test-app.ts'

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}

/** In a function of its own, so that nothing on the stack refers to the server. */
async function openAndClose(database: (typeof databaseNames)[number]): Promise<WeakRef<object>> {
  const app = await openTestApp(database)
  expect((await app.request('GET', '/api/v1/soils')).status).toBe(200)
  await app.close()
  return new WeakRef(app.app.server)
}

describe.each(databaseNames)('a test app on %s', (database) => {
  // A worker opens hundreds of them: a timer that held each made the garbage collector the largest part of opening one.
  it('is not held in memory after it is closed', async () => {
    const server = await openAndClose(database)
    for (let time = 0; time < 100 && server.deref(); time++) {
      await sleep(50)
      collectGarbage()
    }
    expect(server.deref()).toBeUndefined()
  })
})

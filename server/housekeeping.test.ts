import { afterEach, expect, it, vi } from 'vitest'
import { importDriver } from '#testing/import-driver.ts'
import { openTestApp } from '#testing/test-app.ts'
import { startHousekeeping } from './housekeeping.ts'
import { changeJob, findJob } from './imports/import-store.ts'

afterEach(() => vi.useRealTimers())

it('ends the import of an instance that was killed within minutes, and leaves that of a living one', async () => {
  const test = await openTestApp('postgres')
  const upload = async (secondsAgo: number): Promise<string> => {
    const { id } = await importDriver(test).upload('soil', 'Soil Name\nBlack')
    const stateAt = new Date(test.clock.now.getTime() - secondsAgo * 1000).toISOString()
    await test.store.transaction((tx) => changeJob(tx, id, { state: 'running', stateAt, failure: null }))
    return id
  }
  const dead = await upload(61)
  const living = await upload(5)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startHousekeeping(test.ctx)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  stop()
  await expect.poll(async () => (await findJob(test.store.read, dead))?.state).toBe('failed')
  expect((await findJob(test.store.read, dead))?.failure).toContain(
    'The server was stopped during the import',
  )
  expect((await findJob(test.store.read, living))?.state).toBe('running')
  await test.close()
})

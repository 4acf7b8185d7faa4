import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

const unhandled: unknown[] = []
const recordRejection = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', recordRejection))
afterEach(() => void process.off('unhandledRejection', recordRejection))

const failing = async (message: string): Promise<never> => {
  await sleep(1)
  throw new Error(message)
}

it('returns the results in the order of the tasks', async () => {
  const [one, two, three] = await inParallel([async () => sleep(3, 1), () => 'two', async () => [3]])
  const typed: [number, string, number[]] = [one, two, three]
  expect(typed).toEqual([1, 'two', [3]])
})

it('leaves no rejection without a handler when a later task throws synchronously', async () => {
  const refused = inParallel([
    () => failing('first'),
    () => failing('second'),
    () => {
      throw new Error('synchronous')
    },
  ])
  await expect(refused).rejects.toThrow('synchronous')
  await sleep(10)
  expect(unhandled).toEqual([])
})

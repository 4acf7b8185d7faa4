import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => void process.off('unhandledRejection', note))

const failing = async (words: string): Promise<never> => {
  await pause(1)
  throw new Error(words)
}

it('gives the results in the order of the tasks', async () => {
  const [one, two, three] = await inParallel([async () => pause(3, 1), () => 'two', async () => [3]])
  const typed: [number, string, number[]] = [one, two, three]
  expect(typed).toEqual([1, 'two', [3]])
})

it('leaves no rejection without a handler when a later task throws at once', async () => {
  const refused = inParallel([
    () => failing('first'),
    () => failing('second'),
    () => {
      throw new Error('at once')
    },
  ])
  await expect(refused).rejects.toThrow('at once')
  await pause(10)
  expect(unhandled).toEqual([])
})

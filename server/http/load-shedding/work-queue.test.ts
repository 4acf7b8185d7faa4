import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { WorkQueue, type Ticket } from './work-queue.ts'

const maxWaiting = 1000

/** Enters this many tasks, numbered from 0. */
function enterMany(queue: WorkQueue, count: number) {
  const started: number[] = []
  const refused: number[] = []
  const tickets: Ticket[] = []
  for (let at = 0; at < count; at++)
    tickets.push(
      queue.enter(
        () => started.push(at),
        () => refused.push(at),
      ),
    )
  return { started, refused, tickets }
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await nextTurn()
}

function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('the work queue', () => {
  it('starts a limited number in order of arrival, and the others when those are done', async () => {
    const { started, refused, tickets } = enterMany(new WorkQueue(maxWaiting), 20)
    await turns(30)
    expect(started).toEqual(Array.from({ length: 16 }, (_, at) => at))
    for (const at of [3, 9]) tickets[at]!.leave()
    await turns(5)
    expect(started.slice(16)).toEqual([16, 17])
    expect(refused).toEqual([])
  })

  it('skips tasks that have left, and counts leaving twice once', async () => {
    const { started, tickets } = enterMany(new WorkQueue(maxWaiting), 20)
    await turns(30)
    tickets[17]!.leave()
    for (let at = 0; at < 5; at++) tickets[0]!.leave()
    await turns(5)
    expect(started.slice(16)).toEqual([16])
    tickets[1]!.leave()
    await turns(5)
    expect(started.slice(16)).toEqual([16, 18])
  })

  it('does not wait for long tasks', async () => {
    const { started } = enterMany(new WorkQueue(maxWaiting), 17)
    await sleep(1100)
    expect(started).toHaveLength(17)
  })

  it('refuses tasks that would wait too long as soon as the rate is measured, and keeps the first', async () => {
    const queue = new WorkQueue(maxWaiting)
    const started: number[] = []
    const refused: number[] = []
    for (let at = 0; at < 200; at++) {
      const ticket = queue.enter(
        () => {
          blockEventLoop(20)
          started.push(at)
          void Promise.resolve().then(() => ticket.leave())
        },
        () => refused.push(at),
      )
    }
    while (refused.length === 0) await nextTurn()
    expect(started.length).toBeLessThan(8)
    expect(refused.length).toBeGreaterThan(100)
    enterMany(queue, 1)
    expect(queue.isFull).toBe(true)
    while (started.length + refused.length < 200) await nextTurn()
    expect(started).toEqual(started.toSorted((one, other) => one - other))
    expect(Math.max(...started)).toBeLessThan(Math.min(...refused))
    expect(queue.isFull).toBe(false)
  })

  it('refuses no task of a short queue, and none that cannot be refused', async () => {
    const queue = new WorkQueue(maxWaiting)
    let started = 0
    let refused = 0
    const begin = (): void => {
      blockEventLoop(5)
      started++
    }
    const tickets = Array.from({ length: 40 }, () => queue.enter(begin, () => refused++))
    const unrefusable = Array.from({ length: 100 }, () => queue.enter(begin))
    // Finished tasks free slots for the next.
    for (let done = 0; done < 140; done = started) {
      for (const ticket of [...tickets, ...unrefusable].slice(0, started)) ticket.leave()
      await nextTurn()
    }
    expect(refused).toBe(0)
  })

  it('lets callers take turns, whatever the length of their queues', async () => {
    const queue = new WorkQueue(maxWaiting)
    const started: string[] = []
    const tickets: Ticket[] = []
    const enter = (key: string): void =>
      void tickets.push(
        queue.enter(
          () => started.push(key),
          () => {},
          key,
        ),
      )
    for (let at = 0; at < 46; at++) enter('many')
    for (const key of ['one', 'other', 'one']) enter(key)
    await turns(40)
    expect(started).toEqual(Array.from({ length: 16 }, () => 'many'))
    for (const ticket of tickets.slice(0, 6)) ticket.leave()
    await turns(20)
    expect(started.slice(16)).toEqual(['many', 'one', 'other', 'many', 'one', 'many'])
  })

  it('drops a task of the longest queue for a caller with fewer tasks', () => {
    const queue = new WorkQueue(50)
    let refused = 0
    for (let at = 0; at < 66; at++)
      queue.enter(
        () => {},
        () => refused++,
        'many',
      )
    expect([queue.isFull, queue.isFullFor('many'), refused]).toEqual([true, true, 0])
    expect([queue.isFullFor('one'), refused]).toEqual([false, 1])
    const unrefusable = new WorkQueue(50)
    for (let at = 0; at < 66; at++) unrefusable.enter(() => {}, undefined, 'many')
    expect(unrefusable.isFullFor('one')).toBe(true)
  })

  it('starts nothing while connections are accepted, up to a limit', async () => {
    const queue = new WorkQueue(maxWaiting)
    queue.connectionAccepted()
    const { started } = enterMany(queue, 1)
    for (let at = 0; at < 50; at++) {
      queue.connectionAccepted()
      await nextTurn()
    }
    expect(started).toEqual([])
    for (let at = 0; at < 200; at++) {
      queue.connectionAccepted()
      await nextTurn()
    }
    expect(started).toEqual([0])
  })
})

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { WorkQueue, type Ticket } from './work-queue.ts'

const most = 1000

/** Enters so many; each is told apart by its number. */
function enterMany(queue: WorkQueue, count: number) {
  const begun: number[] = []
  const refused: number[] = []
  const tickets: Ticket[] = []
  for (let at = 0; at < count; at++)
    tickets.push(
      queue.enter(
        () => begun.push(at),
        () => refused.push(at),
      ),
    )
  return { begun, refused, tickets }
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await nextTurn()
}

function toil(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('the queue of work', () => {
  it('begins only so many, in the order in which they came, and the others when those are done', async () => {
    const { begun, refused, tickets } = enterMany(new WorkQueue(most), 20)
    await turns(30)
    expect(begun).toEqual(Array.from({ length: 16 }, (_, at) => at))
    for (const at of [3, 9]) tickets[at]!.leave()
    await turns(5)
    expect(begun.slice(16)).toEqual([16, 17])
    expect(refused).toEqual([])
  })

  it('passes over who has left, and counts nobody twice who says so twice', async () => {
    const { begun, tickets } = enterMany(new WorkQueue(most), 20)
    await turns(30)
    tickets[17]!.leave()
    for (let at = 0; at < 5; at++) tickets[0]!.leave()
    await turns(5)
    expect(begun.slice(16)).toEqual([16])
    tickets[1]!.leave()
    await turns(5)
    expect(begun.slice(16)).toEqual([16, 18])
  })

  it('does not wait for what takes long', async () => {
    const { begun } = enterMany(new WorkQueue(most), 17)
    await pause(1100)
    expect(begun).toHaveLength(17)
  })

  it('refuses those who would wait too long, as soon as that can be known, and keeps the first', async () => {
    const queue = new WorkQueue(most)
    const begun: number[] = []
    const refused: number[] = []
    for (let at = 0; at < 200; at++) {
      const ticket = queue.enter(
        () => {
          toil(20)
          begun.push(at)
          void Promise.resolve().then(() => ticket.leave())
        },
        () => refused.push(at),
      )
    }
    while (refused.length === 0) await nextTurn()
    expect(begun.length).toBeLessThan(8)
    expect(refused.length).toBeGreaterThan(100)
    enterMany(queue, 1)
    expect(queue.isFull).toBe(true)
    while (begun.length + refused.length < 200) await nextTurn()
    expect(begun).toEqual(begun.toSorted((one, other) => one - other))
    expect(Math.max(...begun)).toBeLessThan(Math.min(...refused))
    expect(queue.isFull).toBe(false)
  })

  it('refuses nobody of a small crowd, nor whoever was promised not to be', async () => {
    const queue = new WorkQueue(most)
    let begun = 0
    let refused = 0
    const begin = (): void => {
      toil(5)
      begun++
    }
    const tickets = Array.from({ length: 40 }, () => queue.enter(begin, () => refused++))
    const promised = Array.from({ length: 100 }, () => queue.enter(begin))
    // Those who are done make room for the next.
    for (let done = 0; done < 140; done = begun) {
      for (const ticket of [...tickets, ...promised].slice(0, begun)) ticket.leave()
      await nextTurn()
    }
    expect(refused).toBe(0)
  })

  it('lets callers take turns, whatever the length of their lines', async () => {
    const queue = new WorkQueue(most)
    const begun: string[] = []
    const tickets: Ticket[] = []
    const enter = (key: string): void =>
      void tickets.push(
        queue.enter(
          () => begun.push(key),
          () => {},
          key,
        ),
      )
    for (let at = 0; at < 46; at++) enter('many')
    for (const key of ['one', 'other', 'one']) enter(key)
    await turns(40)
    expect(begun).toEqual(Array.from({ length: 16 }, () => 'many'))
    for (const ticket of tickets.slice(0, 6)) ticket.leave()
    await turns(20)
    expect(begun.slice(16)).toEqual(['many', 'one', 'other', 'many', 'one', 'many'])
  })

  it('lets whoever has most waiting give way to somebody who has less', () => {
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
    const promised = new WorkQueue(50)
    for (let at = 0; at < 66; at++) promised.enter(() => {}, undefined, 'many')
    expect(promised.isFullFor('one')).toBe(true)
  })

  it('begins nothing while others come in, but not forever', async () => {
    const queue = new WorkQueue(most)
    queue.cameIn()
    const { begun } = enterMany(queue, 1)
    for (let at = 0; at < 50; at++) {
      queue.cameIn()
      await nextTurn()
    }
    expect(begun).toEqual([])
    for (let at = 0; at < 200; at++) {
      queue.cameIn()
      await nextTurn()
    }
    expect(begun).toEqual([0])
  })
})

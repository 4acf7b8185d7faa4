import { expect, it } from 'vitest'
import { ImportQueue, type Ticket } from './import-queue.ts'

let count = 0
const ticket = (owner: string, entity = `e${++count}`, lane: Ticket['lane'] = 'read'): Ticket => ({
  jobId: `${owner}${++count}`,
  owner,
  entities: [entity],
  lane,
})

it('alternates between accounts, however many files one of them sends', () => {
  const queue = new ImportQueue()
  const many = Array.from({ length: 16 }, () => ticket('A'))
  for (const each of many) queue.add(each)
  const [b, c] = [ticket('B'), ticket('C')]
  queue.add(b)
  queue.add(c)
  expect(queue.next()).toBe(many[0])
  expect(queue.next(), 'one running task per account').toBe(b)
  expect(queue.next()).toBeUndefined()
  expect(queue.aheadOf(c.jobId)).toBe(2)
  expect(queue.aheadOf(many[1]!.jobId), 'an account that was just served goes to the end').toBe(3)
  expect(queue.aheadOf(many[15]!.jobId)).toBe(17)
  queue.end(many[0]!)
  expect(queue.next()).toBe(c)
  queue.end(b)
  expect(queue.next()).toBe(many[1])
})

it('runs two imports into one master one after the other, and reads files in parallel', () => {
  const queue = new ImportQueue()
  const [one, two] = [ticket('A', 'zone', 'load'), ticket('B', 'zone', 'load')]
  const [other, read] = [ticket('C', 'city', 'load'), ticket('D', 'zone')]
  for (const each of [one, two, other, read]) queue.add(each)
  expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([one, other, read, undefined])
  queue.end(one)
  expect(queue.next()).toBe(two)
})

it('removes a task that has not started', () => {
  const queue = new ImportQueue()
  const [one, two] = [ticket('A'), ticket('A')]
  queue.add(one)
  queue.add(two)
  queue.next()
  expect(queue.remove(one.jobId), 'it is running').toBe(false)
  expect(queue.remove(two.jobId)).toBe(true)
  expect(queue.aheadOf(two.jobId)).toBeUndefined()
  queue.end(one)
  expect(queue.next()).toBeUndefined()
})

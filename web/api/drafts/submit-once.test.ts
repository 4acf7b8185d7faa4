import { expect, it, vi } from 'vitest'
import { ApiProblem, Unreachable } from '../api-problem.ts'
import { attemptInMemory, renewKey, SavedBefore, submitOnce, type AttemptStore } from './submit-once.ts'

interface Sent {
  body: object
  key: string
}

/** A server that stores what it saved under each key, as the real one does. */
function serverWith(lost: 'answer' | 'request' | 'nothing') {
  const saved = new Map<string, string>()
  const sent: Sent[] = []
  let losing = lost
  const send = async (body: object, key: string): Promise<string> => {
    sent.push({ body, key })
    const [now] = [losing, (losing = 'nothing')]
    if (now === 'request') throw new Unreachable('offline')
    const first = saved.get(key)
    const text = JSON.stringify(body)
    if (first !== undefined && first !== text)
      throw new ApiProblem(422, {
        errors: [{ field: 'Idempotency-Key', message: 'Used' }],
        first: { status: 201, body: first },
      })
    saved.set(key, text)
    if (now === 'answer') throw new Unreachable('lost')
    return text
  }
  return { saved, sent, send }
}

const submitterWith = (attempt: AttemptStore, send: (body: object, key: string) => Promise<string>) => {
  return (typed: string, body: object = { typed }): Promise<string> =>
    submitOnce({ attempt, typed, body: () => body, send })
}

it('sends the identical body again after a lost answer', async () => {
  const { saved, sent, send } = serverWith('answer')
  const submit = submitterWith(attemptInMemory(), send)
  await expect(submit('a', { text: 'a', pending: 3 })).rejects.toThrow(Unreachable)
  await expect(submit('a', { text: 'a', pending: 0 })).resolves.toBe('{"text":"a","pending":3}')
  expect(sent[0]).toEqual(sent[1])
  expect(saved.size).toBe(1)
})

it('saves the changed content when the first attempt never arrived', async () => {
  const { saved, send } = serverWith('request')
  const submit = submitterWith(attemptInMemory(), send)
  await expect(submit('a')).rejects.toThrow(Unreachable)
  await submit('b')
  expect([...saved.values()]).toEqual(['{"typed":"b"}'])
})

it('throws SavedBefore on every attempt for a draft when the first one arrived', async () => {
  const { saved, send } = serverWith('answer')
  const attempt: AttemptStore = { ...attemptInMemory(), isRenewedAfterSave: false }
  const submit = submitterWith(attempt, send)
  await expect(submit('a')).rejects.toThrow(Unreachable)
  for (const typed of ['b', 'b', 'c']) {
    const error = await submit(typed).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(SavedBefore)
    expect(error).toMatchObject({ saved: '{"typed":"a"}' })
  }
  expect(saved.size).toBe(1)
  renewKey(attempt)
  await submit('c')
  expect([...saved.values()]).toEqual(['{"typed":"a"}', '{"typed":"c"}'])
})

it('throws SavedBefore once without a draft, and then uses a new key', async () => {
  const { saved, send } = serverWith('answer')
  const submit = submitterWith(attemptInMemory(), send)
  await expect(submit('a')).rejects.toThrow(Unreachable)
  await expect(submit('b')).rejects.toThrow(SavedBefore)
  await submit('b')
  expect([...saved.values()]).toEqual(['{"typed":"a"}', '{"typed":"b"}'])
})

it('keeps the key after a rejection and builds a new body, and uses another key after a save', async () => {
  const keys: string[] = []
  const bodies: object[] = []
  const send = vi.fn(async (body: object, key: string) => {
    keys.push(key)
    bodies.push(body)
    if (keys.length === 1) throw new ApiProblem(409, { msg: 'Changed meanwhile' })
    return 'saved'
  })
  const submit = submitterWith(attemptInMemory(), send)
  await expect(submit('a', { version: 1 })).rejects.toThrow('Changed meanwhile')
  await submit('a', { version: 2 })
  await submit('a', { version: 2 })
  expect(bodies).toEqual([{ version: 1 }, { version: 2 }, { version: 2 }])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

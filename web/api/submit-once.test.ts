import { expect, it, vi } from 'vitest'
import { ApiProblem, Unreachable } from './api-problem.ts'
import { attemptInMemory, renewKey, SavedBefore, submitOnce, type AttemptStore } from './submit-once.ts'

interface Sent {
  body: object
  key: string
}

/** A server that keeps what it saved under each key, as ours does. */
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

const submitting = (attempt: AttemptStore, send: (body: object, key: string) => Promise<string>) => {
  return (typed: string, body: object = { typed }): Promise<string> =>
    submitOnce({ attempt, typed, body: () => body, send })
}

it('sends the same content to the letter after a lost answer, whatever has changed around it', async () => {
  const { saved, sent, send } = serverWith('answer')
  const submit = submitting(attemptInMemory(), send)
  await expect(submit('a', { text: 'a', pending: 3 })).rejects.toThrow(Unreachable)
  await expect(submit('a', { text: 'a', pending: 0 })).resolves.toBe('{"text":"a","pending":3}')
  expect(sent[0]).toEqual(sent[1])
  expect(saved.size).toBe(1)
})

it('saves what was changed where the first never arrived', async () => {
  const { saved, send } = serverWith('request')
  const submit = submitting(attemptInMemory(), send)
  await expect(submit('a')).rejects.toThrow(Unreachable)
  await submit('b')
  expect([...saved.values()]).toEqual(['{"typed":"b"}'])
})

it('says what was saved where the first did arrive, as often as it is asked for a draft', async () => {
  const { saved, send } = serverWith('answer')
  const attempt: AttemptStore = { ...attemptInMemory(), isRenewedAfterSave: false }
  const submit = submitting(attempt, send)
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

it('says once what was saved where nothing is kept, and sends the next under a key of its own', async () => {
  const { saved, send } = serverWith('answer')
  const submit = submitting(attemptInMemory(), send)
  await expect(submit('a')).rejects.toThrow(Unreachable)
  await expect(submit('b')).rejects.toThrow(SavedBefore)
  await submit('b')
  expect([...saved.values()]).toEqual(['{"typed":"a"}', '{"typed":"b"}'])
})

it('keeps the key after a refusal and makes the body anew; what comes after a save has another key', async () => {
  const keys: string[] = []
  const bodies: object[] = []
  const send = vi.fn(async (body: object, key: string) => {
    keys.push(key)
    bodies.push(body)
    if (keys.length === 1) throw new ApiProblem(409, { msg: 'Somebody else was quicker' })
    return 'saved'
  })
  const submit = submitting(attemptInMemory(), send)
  await expect(submit('a', { version: 1 })).rejects.toThrow('Somebody else was quicker')
  await submit('a', { version: 2 })
  await submit('a', { version: 2 })
  expect(bodies).toEqual([{ version: 1 }, { version: 2 }, { version: 2 }])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

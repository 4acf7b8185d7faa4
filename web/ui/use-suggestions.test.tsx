import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { Suggestion } from './code-name.ts'
import { useSuggestions, type Suggestions } from './use-suggestions.ts'

const gujarat = { value: 'GJ', title: 'Gujarat' }
const goa = { value: 'GA', title: 'Goa' }

interface Request {
  text: string
  answer: (...items: Suggestion[]) => void
  fail: () => void
}

async function renderField(initial = '') {
  const requests: Request[] = []
  const load = (text: string): Promise<Suggestions<Suggestion>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Suggestions<Suggestion>>()
    requests.push({
      text,
      answer: (...items) => resolve({ items, more: false }),
      fail: () => reject(new Error('No connection')),
    })
    return promise
  }
  const onChoose = vi.fn()
  const hook = await renderHook(() => {
    const [value, setValue] = useState(initial)
    const choose = (chosen: string, item?: Suggestion): void => {
      onChoose(chosen, item)
      setValue(chosen)
    }
    return useSuggestions({ value, load, onChoose: choose })
  })
  const act = (work: () => void): Promise<void> => hook.act(async () => work())
  /** Types, and waits until the list is requested. */
  const type = async (text: string): Promise<Request> => {
    await act(() => hook.result.current.type(text))
    await vi.waitFor(() => expect(requests.at(-1)?.text).toBe(text))
    return requests.at(-1)!
  }
  return { result: hook.result, requests, onChoose, act, type }
}

it('sends one request for letters typed in a row, and chooses the highlighted item', async () => {
  const { result, requests, onChoose, act, type } = await renderField()
  await act(() => result.current.type('g'))
  const request = await type('gu')
  expect(requests).toHaveLength(1)
  await act(() => request.answer(gujarat, goa))
  expect(result.current).toMatchObject({ isOpen: true, state: 'ready', active: 0 })
  await act(() => result.current.move(1))
  await act(() => result.current.commit('enter'))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('GA', goa)
  expect(result.current).toMatchObject({ isOpen: false, text: 'GA' })
})

it('drops the answer to a shorter text', async () => {
  const { result, act, type } = await renderField()
  const first = await type('g')
  const second = await type('go')
  await act(() => second.answer(goa))
  await act(() => first.answer(gujarat, goa))
  expect(result.current.items).toEqual([goa])
})

it('chooses the only match when its code is typed in full', async () => {
  const { result, onChoose, act, type } = await renderField()
  const request = await type('gj')
  await act(() => request.answer(gujarat))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('GJ', gujarat)
  expect(result.current.isOpen).toBe(false)
})

it('keeps what is typed when a code is complete, so that typing can go on', async () => {
  const { result, onChoose, act, type } = await renderField()
  const code = await type('gj')
  await act(() => code.answer(gujarat))
  expect(result.current.text).toBe('gj')
  const longer = await type('gj1')
  await act(() => longer.answer({ value: 'GJ1', title: 'Gujarat North' }))
  await act(() => result.current.commit('blur'))
  expect(onChoose).toHaveBeenLastCalledWith('GJ1', { value: 'GJ1', title: 'Gujarat North' })
  expect(result.current.text).toBe('GJ1')
})

it('does not choose a code that begins a longer one', async () => {
  const { onChoose, act, type } = await renderField()
  const request = await type('gj')
  await act(() => request.answer(gujarat, { value: 'GJ1', title: 'Gujarat North' }))
  expect(onChoose).not.toHaveBeenCalled()
})

it('resolves the typed name when the field is left before the list has loaded', async () => {
  const { result, requests, onChoose, act } = await renderField()
  await act(() => result.current.type('Gujarat'))
  await act(() => result.current.commit('tab'))
  expect(onChoose).toHaveBeenLastCalledWith('Gujarat', undefined)
  await act(() => requests[0]!.answer(gujarat))
  expect(onChoose).toHaveBeenLastCalledWith('GJ', gujarat)
  expect(result.current.text).toBe('GJ')
})

it('reports a failed load, and keeps the typed text', async () => {
  const { result, onChoose, act, type } = await renderField()
  const request = await type('gj')
  await act(() => request.fail())
  expect(result.current.state).toBe('failed')
  await act(() => result.current.commit('blur'))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('gj', undefined)
})

it('restores the previous value', async () => {
  const { result, onChoose, act, type } = await renderField('GA')
  const request = await type('gu')
  await act(() => result.current.revertInput())
  await act(() => request.answer(gujarat))
  expect(result.current).toMatchObject({ text: 'GA', isOpen: false })
  expect(onChoose).not.toHaveBeenCalled()
})

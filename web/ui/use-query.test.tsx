import { expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { ApiProblem } from '../api/api-problem.ts'
import { useQuery, type QueryOptions } from './use-query.ts'

/** A server that answers when the test resolves the request. */
function controlled() {
  const requests: {
    key: string
    signal: AbortSignal
    answer: (value: string) => void
    fail: (error: Error) => void
  }[] = []
  const read = (key: string, signal: AbortSignal): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    requests.push({ key, signal, answer: resolve, fail: reject })
    return promise
  }
  return { requests, read }
}

async function render(first: string, options?: QueryOptions<string>) {
  const server = controlled()
  const hook = await renderHook(
    (props?: { key: string; options?: QueryOptions<string> | undefined }) => {
      const { key, options: given } = props ?? { key: first, options }
      return useQuery([key], (signal) => server.read(key, signal), given)
    },
    { initialProps: { key: first, options } },
  )
  return {
    ...hook,
    requests: server.requests,
    changeKey: (key: string) => hook.rerender({ key, options }),
    // State updates after an answer run in later microtasks.
    act: (work: () => void) => hook.act(async () => work()),
  }
}

it('is loading until the answer arrives', async () => {
  const { result, requests, act } = await render('a')
  expect(result.current).toMatchObject({ data: undefined, error: '', isLoading: true })
  await act(() => requests[0]!.answer('A'))
  expect(result.current).toMatchObject({ data: 'A', error: '', isLoading: false })
})

it('aborts the previous request when the key changes, and drops its answer', async () => {
  const { result, requests, changeKey, act } = await render('a')
  await changeKey('b')
  expect(requests.map(({ key, signal }) => [key, signal.aborted])).toEqual([
    ['a', true],
    ['b', false],
  ])
  await act(() => requests[1]!.answer('B'))
  await act(() => requests[0]!.answer('A, too late'))
  expect(result.current).toMatchObject({ data: 'B', isLoading: false })
})

it('shows the last answer while the next one loads, but not beside the error of another key', async () => {
  const { result, requests, changeKey, act } = await render('a')
  await act(() => requests[0]!.answer('A'))
  await changeKey('b')
  expect(result.current).toMatchObject({ data: 'A', isLoading: true })
  await act(() => requests[1]!.fail(new ApiProblem(503, { msg: 'Try later' })))
  expect(result.current).toMatchObject({ data: undefined, error: 'Try later', isLoading: false })
})

it('keeps the answer when a reload fails, and replaces answer and error when the next reload succeeds', async () => {
  const { result, requests, act } = await render('a')
  await act(() => requests[0]!.answer('A'))
  await act(() => void result.current.reload())
  expect(result.current).toMatchObject({ data: 'A', isLoading: true })
  await act(() => requests[1]!.fail(new Error('No connection')))
  expect(result.current).toMatchObject({ data: 'A', error: 'No connection', isLoading: false })
  await act(() => void result.current.reload())
  await act(() => requests[2]!.answer('A2'))
  expect(result.current).toMatchObject({ data: 'A2', error: '', isLoading: false })
})

it('keeps the loaded pages of a list when the next page fails', async () => {
  const { result, requests, changeKey, act } = await render('a', { keepsDataOnError: true })
  await act(() => requests[0]!.answer('A'))
  await changeKey('b')
  await act(() => requests[1]!.fail(new Error('No connection')))
  expect(result.current).toMatchObject({ data: 'A', error: 'No connection' })
})

it('aborts on unmount, and neither reports errors nor reloads afterwards', async () => {
  const onError = vi.fn()
  const { result, requests, unmount } = await render('a', { onError })
  await unmount()
  expect(requests[0]!.signal.aborted).toBe(true)
  requests[0]!.fail(new Error('aborted'))
  await result.current.reload()
  expect(requests).toHaveLength(1)
  expect(onError).not.toHaveBeenCalled()
})

it('reloads the current key through a reload function from before the key changed', async () => {
  const { result, requests, changeKey, act } = await render('a')
  const { reload } = result.current
  await act(() => requests[0]!.answer('A'))
  await changeKey('b')
  await act(() => requests[1]!.answer('B'))
  await act(() => void reload())
  expect(requests[2]!.key).toBe('b')
})

it('sends nothing while disabled, and a request each time it is enabled', async () => {
  const { result, requests, rerender, act } = await render('a', { enabled: false })
  expect(requests).toHaveLength(0)
  expect(result.current.isLoading).toBe(false)
  await rerender({ key: 'a', options: { enabled: true } })
  await act(() => requests[0]!.answer('A'))
  await rerender({ key: 'a', options: { enabled: false } })
  await rerender({ key: 'a', options: { enabled: true } })
  expect(requests).toHaveLength(2)
})

it('sends nothing when the loaded data disables it', async () => {
  const { requests, changeKey, act } = await render('a', { enabled: (data) => data === undefined })
  await act(() => requests[0]!.answer('A'))
  await changeKey('b')
  expect(requests).toHaveLength(1)
})

it('sends one request for several keys within the debounce', async () => {
  const { result, requests, changeKey, act } = await render('a', { debounce: 30 })
  await changeKey('ab')
  await changeKey('abc')
  expect(result.current.isLoading).toBe(true)
  await vi.waitFor(() => expect(requests.map(({ key }) => key)).toEqual(['abc']))
  await act(() => requests[0]!.answer('ABC'))
  expect(result.current).toMatchObject({ data: 'ABC', isLoading: false })
})

it('changes the answer in place', async () => {
  const { result, requests, act } = await render('a')
  await act(() => requests[0]!.answer('A'))
  await act(() => result.current.setData((data) => `${data}, changed`))
  expect(result.current.data).toBe('A, changed')
})

import { afterEach, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { notify } from '../ui/notices.tsx'
import { useImportJob } from './use-import-job.ts'

const jobOf = (overrides: Partial<ImportJob>): ImportJob =>
  ({
    id: 'job-1',
    entity: 'city',
    version: 1,
    state: 'read',
    sheet: null,
    header: [],
    remarks: [],
    settings: { leaveEmpty: false, references: {} },
    ...overrides,
  }) as unknown as ImportJob

type MockResponse = Partial<ImportJob> | 'lost' | { status: number; msg: string }

/** Stubs `fetch` with these responses in order; the last one repeats. */
function mockResponses(...answers: MockResponse[]) {
  let at = 0
  const fetched = vi.fn(async (_path: string, _init: RequestInit): Promise<Response> => {
    const answer = answers[Math.min(at++, answers.length - 1)]!
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if ('msg' in answer) return Response.json(answer, { status: answer.status })
    return Response.json(jobOf(answer))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

async function renderJob(loaded: Partial<ImportJob>) {
  const hook = await renderHook(() => useImportJob(jobOf(loaded)))
  return { ...hook, act: (work: () => unknown) => hook.act(async () => void (await work())) }
}

const methodsOf = (fetched: ReturnType<typeof mockResponses>): (string | undefined)[] =>
  fetched.mock.calls.map(([, { method }]) => method)

afterEach(() => notify(null))

it('polls while the server works and stops when the work is done', async () => {
  const fetched = mockResponses({ state: 'rehearsing' }, { state: 'rehearsed', version: 2 })
  const { result } = await renderJob({ state: 'rehearsing' })
  await vi.waitFor(() => expect(result.current.job.state).toBe('rehearsed'), 5000)
  const callCount = fetched.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(fetched).toHaveBeenCalledTimes(callCount)
})

it('stops polling when the page is unmounted', async () => {
  const fetched = mockResponses({ state: 'running' })
  const { unmount } = await renderJob({ state: 'running' })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 5000)
  await unmount()
  const callCount = fetched.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(fetched).toHaveBeenCalledTimes(callCount)
})

it('shows a change immediately and saves changes in order, each from the previous version', async () => {
  const fetched = mockResponses({ version: 2, settings: { leaveEmpty: true } as never }, { version: 3 })
  const { result, act } = await renderJob({})
  await act(async () => {
    const first = result.current.change(() => ({ settings: { leaveEmpty: true } }))
    const second = result.current.change(() => ({ settings: { leaveEmpty: false } }))
    expect(await Promise.all([first, second])).toEqual([true, true])
  })
  expect(fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)).version)).toEqual([1, 2])
  expect(result.current).toMatchObject({ isBusy: false, job: { version: 3 } })
})

it('reapplies a change on top of a newer version after a 409', async () => {
  const stale = { status: 409, msg: 'Changed meanwhile' }
  const fetched = mockResponses(
    stale,
    { version: 5 },
    { version: 6, settings: { leaveEmpty: true } as never },
  )
  const { result, act } = await renderJob({})
  await act(async () =>
    expect(await result.current.change(() => ({ settings: { leaveEmpty: true } }))).toBe(true),
  )
  expect(methodsOf(fetched)).toEqual(['PATCH', 'GET', 'PATCH'])
  expect(result.current.job).toMatchObject({ version: 6, settings: { leaveEmpty: true } })
})

it('queues a change while the connection is lost, reports it, and sends it on reconnection', async () => {
  const fetched = mockResponses('lost', { version: 2, settings: { leaveEmpty: true } as never })
  const { result, act } = await renderJob({})
  const saved = result.current.change(() => ({ settings: { leaveEmpty: true } }))
  await vi.waitFor(() => expect(result.current.connectionProblem).toContain('cannot be reached'))
  expect(result.current).toMatchObject({ isBusy: true, job: { settings: { leaveEmpty: true } } })
  dispatchEvent(new Event('online'))
  await act(async () => expect(await saved).toBe(true))
  expect(result.current.connectionProblem).toBeUndefined()
  expect(methodsOf(fetched)).toEqual(['PATCH', 'PATCH'])
})

it('does not report a 409 when the command has already taken effect', async () => {
  mockResponses({ status: 409, msg: 'It is running already' }, { state: 'running', version: 2 })
  const { result, act } = await renderJob({ state: 'rehearsed' })
  await act(() => result.current.command('run'))
  expect(result.current.job.state).toBe('running')
})

import { afterEach, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { ApiProblem, Unreachable } from '../api/api-problem.ts'
import { useVisitForm, type VisitFormOptions } from './use-visit-form.ts'

type Values = Record<'Remarks' | 'Reason', string>
type Send = (body: object, key: string) => Promise<void>

const initial: Values = { Remarks: '', Reason: '' }

async function renderForm(send: Send, options: Partial<VisitFormOptions<Values>> = {}) {
  const hook = await renderHook(() =>
    useVisitForm<Values>({ draft: 'visit detail C1', initial, toBody: (values) => values, send, ...options }),
  )
  return { ...hook, act: (work: () => unknown) => hook.act(async () => void (await work())) }
}

const keysOf = (send: ReturnType<typeof vi.fn<Send>>): string[] => send.mock.calls.map(([, key]) => key)

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

it('sends once when submitted twice, and ignores typing while saving', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn<Send>(() => promise)
  const { result, act } = await renderForm(send)
  await act(() => result.current.setValue('Remarks', 'rust'))
  const results: unknown[] = []
  await act(() => {
    void result.current.submit().then((each) => results.push(each))
    void result.current.submit().then((each) => results.push(each))
  })
  expect(result.current.isSaving).toBe(true)
  await act(() => result.current.setValue('Remarks', 'typed too late'))
  await act(() => resolve())
  expect(send).toHaveBeenCalledOnce()
  expect(results).toEqual([undefined, expect.objectContaining({ kind: 'saved' })])
  expect(result.current).toMatchObject({ isSaving: false, values: { Remarks: 'rust' } })
})

it('resends with the same key after a lost answer, also after the dialog was closed', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new Unreachable('lost')).mockResolvedValue()
  const first = await renderForm(send)
  await first.act(() => first.result.current.setValue('Remarks', 'rust'))
  await first.act(async () =>
    expect(await first.result.current.submit()).toMatchObject({ kind: 'unreachable' }),
  )
  await first.unmount()
  const reopened = await renderForm(send)
  expect(reopened.result.current).toMatchObject({ hasDraft: true, values: { Remarks: 'rust' } })
  await reopened.act(async () =>
    expect(await reopened.result.current.submit()).toMatchObject({ kind: 'saved' }),
  )
  const [one, other] = keysOf(send)
  expect(other).toBe(one)
})

const usedKey = new ApiProblem(422, {
  errors: [{ field: 'Idempotency-Key', message: 'Used' }],
  first: { status: 201, body: { id: 'visit-1' } },
})

it('asks when the first attempt was saved, and sends another visit with a new key', async () => {
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new Unreachable('lost'))
    .mockRejectedValueOnce(usedKey)
    .mockResolvedValue()
  const { result, act } = await renderForm(send)
  await act(() => result.current.setValue('Remarks', 'rust'))
  await act(() => result.current.submit())
  await act(() => result.current.setValue('Remarks', 'rust and aphids'))
  await act(async () =>
    expect(await result.current.submit()).toMatchObject({
      kind: 'refused',
      isAlreadyRecorded: true,
      detail: 'This visit was already recorded',
    }),
  )
  await act(() => result.current.submit())
  const [first, second, third] = keysOf(send)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('sends changes after a lost answer again if they move the same plan', async () => {
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new Unreachable('lost'))
    .mockRejectedValueOnce(usedKey)
    .mockResolvedValue()
  const { result, act } = await renderForm(send, { isResent: true })
  await act(() => result.current.submit())
  await act(() => result.current.setValue('Remarks', 'later'))
  await act(async () => expect(await result.current.submit()).toMatchObject({ kind: 'saved' }))
  expect(send).toHaveBeenLastCalledWith({ Remarks: 'later', Reason: '' }, expect.any(String))
})

it('shows problems beside the fields until the value is changed', async () => {
  const refusal = new ApiProblem(422, {
    msg: 'Remarks are too long',
    errors: [{ field: 'Remarks', message: 'Remarks are too long' }],
  })
  const { result, act } = await renderForm(vi.fn<Send>().mockRejectedValue(refusal))
  await act(async () =>
    expect(await result.current.submit()).toMatchObject({ kind: 'refused', detail: '', isOutdated: false }),
  )
  expect(result.current.problems).toEqual({ Remarks: 'Remarks are too long' })
  await act(() => result.current.setValue('Remarks', 'short'))
  expect(result.current.problems['Remarks']).toBe('')
})

it('waits for a photo upload, and sends nothing when the upload failed', async () => {
  const lateProblems = [{ field: 'Photo_ID', message: 'Save again to record the visit without the photo.' }]
  const send = vi.fn<Send>().mockResolvedValue()
  const beforeSend = vi.fn().mockResolvedValueOnce(lateProblems).mockResolvedValue([])
  const { result, act } = await renderForm(send, { beforeSend })
  await act(async () => expect(await result.current.submit()).toMatchObject({ kind: 'refused' }))
  expect(send).not.toHaveBeenCalled()
  await act(async () => expect(await result.current.submit()).toMatchObject({ kind: 'saved' }))
})

it('resolves without an error when the dialog was unmounted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { result, unmount } = await renderForm(vi.fn<Send>(() => promise))
  const submitted = result.current.submit()
  await unmount()
  resolve()
  expect(await submitted).toMatchObject({ kind: 'saved' })
})

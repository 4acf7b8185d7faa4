import { afterEach, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { useEntityForm } from './use-entity-form.ts'
import type { FormSetting } from './form-state.ts'

const zone = entityNamed('zone')
const west = {
  id: 'zone-1',
  version: 1,
  createdAt: '',
  updatedAt: '',
  Zone_Code: 'W',
  Zone_Name: 'West',
  Country_Code: 'IN',
} as StoredRecord

type Answer = { status: number; body: object } | 'lost'
const saved: Answer = { status: 201, body: west }

/** Stubs `fetch` with these responses in order; the last one is repeated. */
function stubFetch(...answers: Answer[]) {
  let at = 0
  const fetched = vi.fn(async (_path: string, _init: RequestInit): Promise<Response> => {
    const answer = answers[Math.min(at++, answers.length - 1)]!
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    return Response.json(answer.body, { status: answer.status })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

async function renderForm(setting: FormSetting = {}) {
  const hook = await renderHook(() => useEntityForm(zone, setting))
  const act = (work: () => unknown): Promise<void> => hook.act(async () => void (await work()))
  const type = (values: Record<string, string>): Promise<void> =>
    act(() => Object.entries(values).forEach(([name, value]) => hook.result.current.type(name, value)))
  return { ...hook, act, type }
}

const keysOf = (fetched: ReturnType<typeof stubFetch>): (string | null)[] =>
  fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))

const typed = { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' }

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

it('reports every problem by field before sending', async () => {
  const fetched = stubFetch(saved)
  const { result, act } = await renderForm()
  await act(async () => expect(await result.current.submit()).toMatchObject({ kind: 'refused', detail: '' }))
  expect(Object.keys(result.current.problems)).toEqual(expect.arrayContaining(['Zone_Code', 'Country_Code']))
  expect(fetched).not.toHaveBeenCalled()
})

it('saves once when it is submitted twice, and is blank afterwards', async () => {
  const fetched = stubFetch(saved)
  const { result, act, type } = await renderForm()
  await type(typed)
  await act(async () => {
    const outcomes = await Promise.all([result.current.submit(), result.current.submit()])
    expect(outcomes).toMatchObject([{ kind: 'saved', record: west }, undefined])
  })
  expect(fetched).toHaveBeenCalledOnce()
  expect(result.current).toMatchObject({ isSaving: false, isTouched: false, values: { Zone_Name: '' } })
})

it('reuses the idempotency key after a lost answer, also after unmounting', async () => {
  const fetched = stubFetch('lost', saved)
  const first = await renderForm()
  await first.type(typed)
  await first.act(async () =>
    expect(await first.result.current.submit()).toMatchObject({ kind: 'unreachable' }),
  )
  await first.unmount()
  const again = await renderForm()
  expect(again.result.current.values).toMatchObject(typed)
  await again.act(async () => expect(await again.result.current.submit()).toMatchObject({ kind: 'saved' }))
  const [one, other] = keysOf(fetched)
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(other).toBe(one)
})

it('keeps the typed values after a rejection, and returns the existing record', async () => {
  const existing = { id: 'zone-9', name: 'Zone W' }
  const errors = [{ field: 'Zone_Code', message: 'Zone Code W exists already' }]
  stubFetch({ status: 409, body: { msg: 'Zone Code W exists already', errors, existing } })
  const { result, act, type } = await renderForm()
  await type(typed)
  await act(async () =>
    expect(await result.current.submit()).toMatchObject({ kind: 'refused', problems: errors }),
  )
  expect(result.current).toMatchObject({
    isSaving: false,
    values: typed,
    problems: { Zone_Code: 'Zone Code W exists already' },
    existing,
  })
})

it('treats a stale update as saved when the record already has the values', async () => {
  const changed = { ...west, version: 2, Zone_Name: 'West India' }
  const fetched = stubFetch({ status: 409, body: { msg: 'Changed meanwhile', current: changed } })
  const { result, act, type } = await renderForm({ record: west })
  await type({ Zone_Name: 'West India' })
  await act(async () =>
    expect(await result.current.submit()).toMatchObject({ kind: 'saved', record: changed }),
  )
  expect(JSON.parse(String(fetched.mock.calls[0]![1].body))).toEqual({ Zone_Name: 'West India', version: 1 })
})

it('returns the current record after a concurrent change', async () => {
  const current = { ...west, version: 2, Zone_Name: 'Western' }
  stubFetch({ status: 409, body: { msg: 'Changed meanwhile', current } })
  const { result, act, type } = await renderForm({ record: west })
  await type({ Zone_Name: 'West India' })
  await act(async () =>
    expect(await result.current.submit()).toMatchObject({ kind: 'refused', detail: 'Changed meanwhile' }),
  )
  expect(result.current).toMatchObject({ current, values: { Zone_Name: 'West India' } })
})

it('clears the form, and restores the typed values on undo', async () => {
  const { result, act, type } = await renderForm()
  await type(typed)
  let undo = (): void => {}
  await act(() => (undo = result.current.clear()))
  expect(result.current).toMatchObject({ isTouched: false, values: { Zone_Name: '' } })
  await act(() => undo())
  expect(result.current.values).toMatchObject(typed)
})

it('checks a field when it is left, and a required one only after it was typed in', async () => {
  const { result, act, type } = await renderForm()
  const check = async (name: string): Promise<string | undefined> => {
    await act(async () => {
      result.current.check(name)
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    return result.current.problems[name]
  }
  expect(await check('Zone_Name')).toBeUndefined()
  await type({ Zone_Name: 'West' })
  expect(await check('Zone_Name')).toBe('')
  await type({ Zone_Name: '' })
  expect(await check('Zone_Name')).toBe('Zone Name is required')
  expect(result.current.problems['Zone_Code']).toBeUndefined()
  await type({ Zone_Name: 'West' })
  expect(result.current.problems['Zone_Name']).toBe('')
})

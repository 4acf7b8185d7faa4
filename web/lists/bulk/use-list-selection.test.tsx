import { expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { useListSelection } from './use-list-selection.ts'

const rowsOf = (...ids: string[]): StoredRecord[] =>
  ids.map((id) => ({ id, version: 1, createdAt: '', updatedAt: '', Crop_Code: id }))
const first = rowsOf('a', 'b', 'c', 'd')
const second = rowsOf('e', 'f', 'g', 'h')

const select = () => renderHook(() => useListSelection(entityNamed('crop'), 'q=wheat'))

it('deselects a range of the page after all that match were selected', async () => {
  const { result, act } = await select()
  await act(() => result.current.set(first, true))
  await act(() => result.current.selectAll(200))
  expect(result.current).toMatchObject({ count: 200, isAll: true, chosen: { query: 'q=wheat' } })
  await act(() => result.current.toggle(first, 0, false))
  expect(result.current).toMatchObject({ isAll: false, chosen: { ids: ['b', 'c', 'd'] } })

  await act(() => result.current.selectAll(200))
  await act(() => result.current.toggle(first, 2, true))
  expect(result.current).toMatchObject({ isAll: false, chosen: { ids: ['d'] } })
  // The last click is where the next range begins.
  await act(() => result.current.toggle(first, 1, true))
  expect(result.current.chosen).toMatchObject({ ids: ['d', 'b', 'c'] })
})

it('keeps the other rows of another page that is shown when one of them is deselected', async () => {
  const { result, act } = await select()
  await act(() => result.current.set(first, true))
  await act(() => result.current.selectAll(200))
  await act(() => result.current.toggle(second, 1, false))
  expect(result.current.chosen).toMatchObject({ ids: ['a', 'b', 'c', 'd', 'e', 'g', 'h'] })
})

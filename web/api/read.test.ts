import { beforeEach, expect, it, vi } from 'vitest'
import { UnexpectedAnswer } from './api-problem.ts'
import { coerceShape, readDocument, readItems } from './read.ts'

const warn = vi.fn()
beforeEach(() => {
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})

const stubFetch = (body: string): void => {
  vi.stubGlobal('fetch', async () => new Response(body))
}

it.each([{}, null, 'text', 7, [], { items: {} }, { items: null }])(
  'replaces %j by an empty list, and logs a warning',
  (answer) => {
    expect(coerceShape(answer, { items: [], next: null }, '/list')).toMatchObject({ items: [], next: null })
    expect(warn).toHaveBeenCalledOnce()
  },
)

it('leaves a response of the expected shape unchanged, with its further members', () => {
  const answer = { items: [{ a: 1 }], total: 3, firm: { name: 'x', open: true } }
  expect(coerceShape(answer, { items: [], next: null, firm: { name: '' } }, '/list')).toEqual({
    ...answer,
    next: null,
  })
  expect(coerceShape({ since: '2026' }, { since: null }, '/list')).toEqual({ since: '2026' })
  expect(coerceShape([1], [], '/list')).toEqual([1])
  expect(warn).not.toHaveBeenCalled()
})

it('fills missing members of a nested object', () => {
  const blank = { money: { owed: 0, debtors: 0 }, ages: [] }
  expect(coerceShape({ money: { owed: 5 }, ages: 'none' }, blank, '/figures')).toEqual({
    money: { owed: 5, debtors: 0 },
    ages: [],
  })
  expect(warn).toHaveBeenCalledOnce()
})

it('reads lists and rejects documents without their required members', async () => {
  stubFetch('null')
  expect(await readItems('/api/v1/soils')).toEqual([])
  await expect(readDocument('/api/v1/soils/1', { id: '' })).rejects.toThrow(UnexpectedAnswer)
  stubFetch('{"id":"1"}')
  expect(await readDocument('/api/v1/soils/1', { id: '' })).toEqual({ id: '1' })
  vi.unstubAllGlobals()
})

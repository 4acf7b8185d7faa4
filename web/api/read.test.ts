import { beforeEach, expect, it, vi } from 'vitest'
import { UnexpectedAnswer } from './api-problem.ts'
import { inShape, readDocument, readItems } from './read.ts'

const warn = vi.fn()
beforeEach(() => {
  warn.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})

const answering = (body: string): void => {
  vi.stubGlobal('fetch', async () => new Response(body))
}

it.each([{}, null, 'text', 7, [], { items: {} }, { items: null }])(
  'makes an empty list of %j, and says so',
  (answer) => {
    expect(inShape(answer, { items: [], next: null }, '/list')).toMatchObject({ items: [], next: null })
    expect(warn).toHaveBeenCalledOnce()
  },
)

it('leaves an answer of the expected shape as it is, whatever else it holds', () => {
  const answer = { items: [{ a: 1 }], total: 3, firm: { name: 'x', open: true } }
  expect(inShape(answer, { items: [], next: null, firm: { name: '' } }, '/list')).toEqual({
    ...answer,
    next: null,
  })
  expect(inShape({ since: '2026' }, { since: null }, '/list')).toEqual({ since: '2026' })
  expect(inShape([1], [], '/list')).toEqual([1])
  expect(warn).not.toHaveBeenCalled()
})

it('fills what is missing within a part', () => {
  const blank = { money: { owed: 0, debtors: 0 }, ages: [] }
  expect(inShape({ money: { owed: 5 }, ages: 'none' }, blank, '/figures')).toEqual({
    money: { owed: 5, debtors: 0 },
    ages: [],
  })
  expect(warn).toHaveBeenCalledOnce()
})

it('reads lists and refuses documents without what they are about', async () => {
  answering('null')
  expect(await readItems('/api/v1/soils')).toEqual([])
  await expect(readDocument('/api/v1/soils/1', { id: '' })).rejects.toThrow(UnexpectedAnswer)
  answering('{"id":"1"}')
  expect(await readDocument('/api/v1/soils/1', { id: '' })).toEqual({ id: '1' })
  vi.unstubAllGlobals()
})

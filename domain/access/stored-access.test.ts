import { expect, it } from 'vitest'

import { isScope, parseRights } from './stored-access.ts'

it('reads stored rights without grants that do not exist', () => {
  expect(parseRights('{"zone":["read","own","delete"],"city":null}')).toEqual({
    zone: ['read', 'delete'],
    city: [],
  })
  expect(() => parseRights('["read"]')).toThrow('expected shape')
})

it.each([
  ['everything', true],
  [[], true],
  [[{ level: 'zone', code: 'W' }], true],
  [[{ level: 'country', code: 'IN' }], false],
  [[{ level: 'zone' }], false],
  ['nothing', false],
  [null, false],
])('%j is a scope: %s', (input, expected) => {
  expect(isScope(input)).toBe(expected)
})

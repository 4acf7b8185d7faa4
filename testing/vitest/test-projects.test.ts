import { expect, it } from 'vitest'
import { root } from '../../scripts/test/run-program.ts'
import { needsDatabase } from './test-projects.ts'

it('starts PostgreSQL for the tests that may use it, and for no others', () => {
  expect(needsDatabase([], root)).toBe(true)
  expect(needsDatabase(['server/'], root)).toBe(true)
  expect(needsDatabase(['domain', 'server/base/config'], root)).toBe(true)
  expect(needsDatabase([`${root}/server/base/config.test.ts`], root)).toBe(true)
  expect(needsDatabase(['domain/'], root)).toBe(false)
  expect(needsDatabase(['web/'], root)).toBe(false)
  expect(needsDatabase(['./web/ui/use-query.test.tsx:12'], root)).toBe(false)
})

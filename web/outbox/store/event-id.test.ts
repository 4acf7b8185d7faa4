import { expect, it } from 'vitest'
import { referenceOf } from '#domain/field/reference.ts'
import { newEventId } from './event-id.ts'

it('makes UUIDs of version 7 that begin with the time', () => {
  const at = Date.parse('2026-11-17T04:00:00.123Z')
  const id = newEventId(at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at)
})

it('makes different ids and references in the same millisecond', () => {
  const ids = Array.from({ length: 1000 }, () => newEventId(0))
  expect(new Set(ids).size).toBe(1000)
  expect(new Set(ids.map(referenceOf)).size).toBe(1000)
})

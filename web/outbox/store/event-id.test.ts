import { expect, it } from 'vitest'
import { referenceOf } from '#domain/field/reference.ts'
import { isEventId } from '#domain/field/parse-event.ts'
import { eventIdOf, eventIdsOf, newEventId } from './event-id.ts'

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

it('makes the same ids for the same key, each with a reference of its own', () => {
  const key = 'f'.repeat(32)
  const ids = eventIdsOf(key, 100)
  expect(ids).toEqual(eventIdsOf(key, 100))
  expect(ids[0]).toBe(eventIdOf(key))
  expect(ids.filter((id) => !isEventId(id))).toEqual([])
  expect(new Set(ids).size).toBe(100)
  expect(new Set(ids.map(referenceOf)).size).toBe(100)
})

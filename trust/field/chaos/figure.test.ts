import { expect, it } from 'vitest'
import type { ChaosResult } from './chaos.ts'
import { fieldSizes, findingOf } from './figure.ts'

const disturbed: ChaosResult = {
  saved: 1000,
  unacknowledged: 0,
  lost: [],
  doubled: [],
  counts: { visit: 1000, photo: 0, plan: 0, comment: 0, proposal: 0 },
  cuts: { before: 1, during: 1, after: 1 },
  faults: {
    'no network': 1,
    'tab closed': 1,
    'browser killed': 1,
    'clock wrong': 1,
    'storage full': 1,
    'logged out': 1,
  },
  serverKills: 1,
  arrivedUnacknowledged: 0,
  stuck: [],
  failedSteps: 0,
}

it('is met at the full size only if every kind of disturbance happened', () => {
  const isMet = (result: ChaosResult, events = fieldSizes.events): boolean => findingOf(result, events).isMet
  expect(isMet(disturbed)).toBe(true)
  const calm: ChaosResult[] = [
    { ...disturbed, serverKills: 0 },
    { ...disturbed, cuts: { ...disturbed.cuts, during: 0 } },
    { ...disturbed, faults: { ...disturbed.faults, 'storage full': 0 } },
  ]
  for (const result of calm) {
    expect(isMet(result)).toBe(false)
    expect(isMet(result, 100)).toBe(true)
  }
  expect(isMet({ ...disturbed, lost: ['a'] }, 100)).toBe(false)
})

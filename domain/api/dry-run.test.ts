import { expect, it } from 'vitest'
import { dryRunMembers, dryRunParameters, isDryRun } from './dry-run.ts'
import { readInput } from './read-input.ts'
import { fieldsOf, parameters } from './values.ts'

const body = fieldsOf('a change', dryRunMembers)
const query = parameters(dryRunParameters)

it.each([
  [{ dryRun: true }, true],
  [{ rehearse: true }, true],
  [{ dryRun: false, rehearse: true }, true],
  [{ dryRun: true, rehearse: false }, true],
  [{ dryRun: false }, false],
  [{}, false],
])('the body %j: %s', (input, expected) => expect(isDryRun(readInput(body, input))).toBe(expected))

it.each(['true', '', 1, 0, null, {}])('refuses %j in a body', (value) => {
  for (const field of ['dryRun', 'rehearse'])
    expect(() => readInput(body, { [field]: value })).toThrow(`${field} should be true or false`)
})

it.each([
  [{}, false],
  [{ dryRun: 'true' }, true],
  [{ dryRun: '' }, true],
  [{ dryRun: 'false' }, false],
  [{ try: 'true' }, true],
  [{ try: 'false' }, false],
  [{ dryRun: 'false', try: 'true' }, true],
])('the query %j: %s', (input, expected) => expect(isDryRun(readInput(query, input))).toBe(expected))

it.each(['1', 'yes', 'TRUE', ['true', 'true']])('refuses %j in a query', (value) => {
  for (const field of ['dryRun', 'try'])
    expect(() => readInput(query, { [field]: value })).toThrow(`${field} should be true or false`)
})

it('is a dry run if the body or the query says so', () => {
  expect(isDryRun({ dryRun: false }, { dryRun: true })).toBe(true)
  expect(isDryRun({ dryRun: true }, { dryRun: false })).toBe(true)
  expect(isDryRun({ dryRun: false }, { dryRun: false })).toBe(false)
})

import { expect, test } from 'vitest'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { stepOf } from './import-steps.tsx'

const job = (overrides: Partial<ImportJob>): ImportJob =>
  ({
    state: 'read',
    failure: null,
    step: null,
    report: null,
    lastReport: null,
    rowCount: 3,
    ...overrides,
  }) as ImportJob
const lastReport = { wrong: 1 } as ImportJob['lastReport']

test.each([
  ['the columns step for a new file', job({}), 'columns'],
  ['the step that was open last', job({ step: 'fix' }), 'fix'],
  ['the check after a change to a checked file', job({ lastReport }), 'rehearse'],
  ['the columns step when the user went back to it', job({ lastReport, step: 'columns' }), 'columns'],
  ['the check when the import needs another check first', job({ lastReport, step: 'import' }), 'rehearse'],
  [
    'the last step after a check',
    job({ state: 'rehearsed', report: lastReport, lastReport, step: 'import' }),
    'import',
  ],
  ['the check while it is running', job({ state: 'rehearsing', step: 'columns' }), 'rehearse'],
  ['the check that was stopped', job({ failure: 'It was stopped', step: 'columns' }), 'rehearse'],
  ['the result of a finished import', job({ state: 'done', step: 'fix' }), 'import'],
  ['the failure of a file that could not be read', job({ state: 'failed', rowCount: 0 }), 'import'],
])('opens an import at %s', (_, opened, step) => {
  expect(stepOf(opened)).toBe(step)
})

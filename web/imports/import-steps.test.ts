import { expect, test } from 'vitest'
import type { ImportJob } from '#domain/imports/import-job.ts'
import { stepOf } from './import-steps.tsx'

const job = (given: Partial<ImportJob>): ImportJob =>
  ({
    state: 'read',
    failure: null,
    step: null,
    report: null,
    lastReport: null,
    rowCount: 3,
    ...given,
  }) as ImportJob
const lastReport = { wrong: 1 } as ImportJob['lastReport']

test.each([
  ['the columns of a new file', job({}), 'columns'],
  ['where somebody was', job({ step: 'fix' }), 'fix'],
  ['what was checked before something was changed', job({ lastReport }), 'rehearse'],
  ['the columns again, when somebody went back to them', job({ lastReport, step: 'columns' }), 'columns'],
  [
    'the check, when the import itself has to wait for another one',
    job({ lastReport, step: 'import' }),
    'rehearse',
  ],
  [
    'the last step after a check',
    job({ state: 'rehearsed', report: lastReport, lastReport, step: 'import' }),
    'import',
  ],
  ['the check while it is under way', job({ state: 'rehearsing', step: 'columns' }), 'rehearse'],
  ['the check that was stopped', job({ failure: 'It was stopped', step: 'columns' }), 'rehearse'],
  ['what became of it', job({ state: 'done', step: 'fix' }), 'import'],
  ['why it could not be read', job({ state: 'failed', rowCount: 0 }), 'import'],
])('an import opens at %s', (_, given, step) => {
  expect(stepOf(given)).toBe(step)
})

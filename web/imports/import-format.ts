import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import type { ImportJob, ImportReport } from '#domain/api/imports/import-values.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'

/** "cities": the plural as written inside a sentence. */
export const pluralOf = (entity: string): string => labelInSentence(t(labelsOf(entity).plural))
export const singularOf = (entity: string): string => labelInSentence(t(labelsOf(entity).singular))

/** What the rows of an import are; "records" if its sheets have different masters. */
export const rowsNoun = ({ entity, masters }: ImportJob): string =>
  masters ? t('records') : pluralOf(entity)

export const countRows = (count: number): string =>
  t('{count, plural, one {# row} other {# rows}}', { count })

export function formatSize(bytes: number): string {
  if (bytes < 1000) return t('{count, plural, one {# byte} other {# bytes}}', { count: bytes })
  const round = (size: number): string => (size < 10 ? size.toFixed(1) : String(Math.round(size)))
  return bytes < 1_000_000
    ? t('{size} kB', { size: round(bytes / 1000) })
    : t('{size} MB', { size: round(bytes / 1_000_000) })
}

const expectedOutcome =
  '{outcome, select, created {{count, number} would be created} updated {{count, number} would be updated} unchanged {{count, number} would be unchanged} other {{count, number} would be skipped}}'
const firstOutcome =
  '{outcome, select, created {{count, plural, one {# was created} other {# were created}}} updated {{count, plural, one {# was updated} other {# were updated}}} unchanged {{count, plural, one {# was unchanged} other {# were unchanged}}} other {{count, plural, one {# was skipped} other {# were skipped}}}}'
const followingOutcome =
  '{outcome, select, created {{count, number} created} updated {{count, number} updated} unchanged {{count, number} unchanged} other {{count, number} skipped}}'

/** "98,412 would be created, 1,204 updated, 300 unchanged, 84 have problems" */
export function describeReport(report: ImportReport): string {
  const { created, updated, unchanged, skipped, wrong, isDryRun } = report
  const parts = Object.entries({ created, updated, unchanged, skipped }).filter(([, count]) => count > 0)
  const phrases = parts.map(([outcome, count], at) =>
    t(at > 0 ? followingOutcome : isDryRun ? expectedOutcome : firstOutcome, { outcome, count }),
  )
  if (wrong > 0)
    phrases.push(t('{count, plural, one {# has a problem} other {# have problems}}', { count: wrong }))
  return phrases.length > 0 ? phrases.join(', ') : t('There was nothing to do')
}

/** Number of rows of a report that can be imported. */
export const goodRows = ({ created, updated, unchanged }: ImportReport): number =>
  created + updated + unchanged

interface Outcome {
  label: string
  tone: '' | 'badge-active' | 'badge-planned' | 'badge-pending'
}

/** Label and badge for the state of an import. */
export function outcomeOf({ state, report }: Pick<ImportJob, 'state' | 'report'>): Outcome {
  const wrong = report?.wrong ?? 0
  switch (state) {
    case 'reading':
      return { label: t('being read'), tone: 'badge-planned' }
    case 'read':
      return { label: t('not imported yet'), tone: '' }
    case 'rehearsing':
      return { label: t('being checked'), tone: 'badge-planned' }
    case 'rehearsed':
      return { label: t(wrong > 0 ? 'checked, rows to fix' : 'checked'), tone: 'badge-planned' }
    case 'running':
      return { label: t('being imported'), tone: 'badge-planned' }
    case 'done':
      return wrong > 0
        ? { label: t('imported, {count, number} left', { count: wrong }), tone: 'badge-active' }
        : { label: t('imported'), tone: 'badge-active' }
    case 'failed':
      return { label: t('stopped, nothing imported'), tone: 'badge-pending' }
    case 'undone':
      return { label: t('undone'), tone: '' }
  }
}

/** "about 40 seconds left" */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 1.5) return t('about a second left')
  if (seconds < 90)
    return t('about {count, plural, one {# second} other {# seconds}} left', {
      count: seconds < 10 ? Math.round(seconds) : Math.ceil(seconds / 5) * 5,
    })
  return t('about {count, plural, one {# minute} other {# minutes}} left', {
    count: Math.round(seconds / 60),
  })
}

/** "Waiting: 3 imports before yours" */
export const describeWaiting = (ahead: number): string =>
  t(
    '{count, plural, =0 {Waiting: yours is next} one {Waiting: # import before yours} other {Waiting: # imports before yours}}',
    { count: ahead },
  )

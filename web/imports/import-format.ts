import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob, ImportReport } from '#domain/api/imports/import-values.ts'
import { pluralize } from '#domain/text.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'
import { t } from '#domain/messages/t.ts'

export const formatCount = (number: number): string => number.toLocaleString('en-IN')
export { pluralize }

/** "cities": the plural as written inside a sentence. */
export const pluralOf = (entity: string): string => labelInSentence(entityNamed(entity).plural)
export const singularOf = (entity: string): string => labelInSentence(entityNamed(entity).singular)

export function formatSize(bytes: number): string {
  if (bytes < 1000) return pluralize(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}

/** "98,412 would be created, 1,204 updated, 300 unchanged, 84 have problems" */
export function describeReport(report: ImportReport): string {
  const { created, updated, unchanged, skipped, wrong, isDryRun } = report
  const parts: [number, string][] = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [skipped, 'skipped'],
  ]
  const done = parts.filter(([number]) => number > 0)
  const verb = (number: number): string => (isDryRun ? 'would be' : number === 1 ? 'was' : 'were')
  const phrases = done.map(([number, word], at) =>
    at === 0 ? `${formatCount(number)} ${verb(number)} ${word}` : `${formatCount(number)} ${word}`,
  )
  if (wrong > 0) phrases.push(`${formatCount(wrong)} ${wrong === 1 ? 'has a problem' : 'have problems'}`)
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
export function outcomeOf({ state, report }: ImportJob): Outcome {
  const wrong = report?.wrong ?? 0
  switch (state) {
    case 'reading':
      return { label: 'being read', tone: 'badge-planned' }
    case 'read':
      return { label: 'not imported yet', tone: '' }
    case 'rehearsing':
      return { label: 'being checked', tone: 'badge-planned' }
    case 'rehearsed':
      return { label: wrong > 0 ? 'checked, rows to fix' : 'checked', tone: 'badge-planned' }
    case 'running':
      return { label: 'being imported', tone: 'badge-planned' }
    case 'done':
      return wrong > 0
        ? { label: `imported, ${formatCount(wrong)} left`, tone: 'badge-active' }
        : { label: 'imported', tone: 'badge-active' }
    case 'failed':
      return { label: 'stopped, nothing imported', tone: 'badge-pending' }
    case 'undone':
      return { label: 'undone', tone: '' }
  }
}

/** "about 40 seconds left" */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 1.5) return 'about a second left'
  if (seconds < 90)
    return `about ${pluralize(seconds < 10 ? Math.round(seconds) : Math.ceil(seconds / 5) * 5, 'second')} left`
  return `about ${pluralize(Math.round(seconds / 60), 'minute')} left`
}

/** "Waiting: 3 imports before yours" */
export const describeWaiting = (ahead: number): string =>
  ahead === 0 ? t('Waiting: yours is next') : `Waiting: ${pluralize(ahead, 'import')} before yours`

import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { ImportJob, ImportReport } from '#domain/imports/import-job.ts'
import { counted } from '#domain/text.ts'
import { inSentence } from '../entity/in-sentence.ts'

export const count = (number: number): string => number.toLocaleString('en-IN')
export { counted }

/** "cities", as a sentence has it. */
export const pluralOf = (entity: string): string => inSentence(entityNamed(entity).plural)
export const singularOf = (entity: string): string => inSentence(entityNamed(entity).singular)

export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}

/** "98,412 would be created, 1,204 updated, 300 unchanged, 84 have problems" */
export function reportInWords(report: ImportReport): string {
  const { created, updated, unchanged, skipped, wrong, rehearsal } = report
  const parts: [number, string][] = [
    [created, 'created'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [skipped, 'skipped'],
  ]
  const done = parts.filter(([number]) => number > 0)
  const verb = (number: number): string => (rehearsal ? 'would be' : number === 1 ? 'was' : 'were')
  const words = done.map(([number, word], at) =>
    at === 0 ? `${count(number)} ${verb(number)} ${word}` : `${count(number)} ${word}`,
  )
  if (wrong > 0) words.push(`${count(wrong)} ${wrong === 1 ? 'has a problem' : 'have problems'}`)
  return words.length > 0 ? words.join(', ') : 'There was nothing to do'
}

/** How many rows of a report are good to import. */
export const goodRows = ({ created, updated, unchanged }: ImportReport): number =>
  created + updated + unchanged

interface Outcome {
  words: string
  tone: '' | 'badge-active' | 'badge-planned' | 'badge-pending'
}

/** What became of it, or what it waits for. */
export function outcomeOf({ state, report }: ImportJob): Outcome {
  const wrong = report?.wrong ?? 0
  switch (state) {
    case 'reading':
      return { words: 'being read', tone: 'badge-planned' }
    case 'read':
      return { words: 'not imported yet', tone: '' }
    case 'rehearsing':
      return { words: 'being rehearsed', tone: 'badge-planned' }
    case 'rehearsed':
      return { words: wrong > 0 ? 'rehearsed, to be fixed' : 'rehearsed', tone: 'badge-planned' }
    case 'running':
      return { words: 'being imported', tone: 'badge-planned' }
    case 'done':
      return wrong > 0
        ? { words: `imported, ${count(wrong)} left`, tone: 'badge-active' }
        : { words: 'imported', tone: 'badge-active' }
    case 'failed':
      return { words: 'stopped, nothing was kept', tone: 'badge-pending' }
    case 'undone':
      return { words: 'taken back', tone: '' }
  }
}

/** "about 40 seconds left" */
export function leftInWords(seconds: number): string {
  if (seconds < 1.5) return 'about a second left'
  if (seconds < 90)
    return `about ${counted(seconds < 10 ? Math.round(seconds) : Math.ceil(seconds / 5) * 5, 'second')} left`
  return `about ${counted(Math.round(seconds / 60), 'minute')} left`
}

/** "Waiting: 3 imports before yours" */
export const waitingInWords = (ahead: number): string =>
  ahead === 0 ? 'Waiting: yours is next' : `Waiting: ${counted(ahead, 'import')} before yours`

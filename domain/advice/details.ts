import { limits } from '../catalogue/kinds/text.ts'
import { doseUnits } from '../catalogue/entities/dose-choices.ts'
import { parseDay } from '../dates/dates.ts'
import type { AdviceLine, Dose } from './guard.ts'

/**
 * What was advised, as a visit stores it: a line for each material and crop, readable as it is.
 *
 *     Mustard | Imidacloprid 17.8% SL | 0.5 ml per litre of water | When aphids are seen | 21 | Label | harvest 2026-11-29
 */
export interface GivenAdvice extends Omit<Dose, 'ban'> {
  crop: string | null
  material: string
  warnings: readonly { kind: 'banned' | 'harvest'; day: string }[]
}

const separator = ' | '
const cellCount = 7

export function formatDetails(lines: readonly AdviceLine[]): string {
  const text = lines.filter(hasContent).map(lineOf)
  // A line that does not fit is left out as a whole.
  while ([...text.join('\n')].length > limits.freeText) text.pop()
  return text.join('\n')
}

/** A material without a dose and a warning is named by the visit itself. */
const hasContent = ({ dose, timing, waitingDays, source, warnings }: AdviceLine): boolean =>
  warnings.length > 0 || [dose, timing, waitingDays, source].some((each) => each !== undefined)

const lineOf = (line: AdviceLine): string =>
  [
    line.crop ?? '',
    line.material,
    line.dose === undefined ? '' : [line.dose, line.unit ?? ''].join(' '),
    line.timing ?? '',
    line.waitingDays ?? '',
    line.source ?? '',
    line.warnings
      .map((each) => `${each.kind} ${each.kind === 'harvest' ? each.reaping : each.from}`)
      .join(', '),
  ]
    .map((cell) => String(cell).replaceAll('|', '/').replaceAll(/\s+/g, ' ').trim())
    .join(separator)
    .trim()

/** The stored lines; undefined if the text is none that `formatDetails` writes. */
export function parseDetails(text: string): GivenAdvice[] | undefined {
  const lines = text.split('\n').map(parseLine)
  return lines.every((line) => line !== undefined) ? lines : undefined
}

function parseLine(line: string): GivenAdvice | undefined {
  // The first and the last cell may be empty, and the stored text is trimmed.
  const cells = line.split('|').map((cell) => cell.trim())
  const [crop = '', material = '', amount = '', timing = '', waiting = '', source = '', warned = ''] = cells
  if (cells.length !== cellCount || material === '' || !/^\d{0,3}$/.test(waiting)) return undefined
  const dose = amount === '' ? {} : parseAmount(amount)
  const warnings = warned === '' ? [] : warned.split(', ').map(parseWarning)
  if (!dose || !warnings.every((each) => each !== undefined)) return undefined
  return {
    crop: crop === '' ? null : crop,
    material,
    ...dose,
    ...(timing !== '' && { timing }),
    ...(waiting !== '' && { waitingDays: Number(waiting) }),
    ...(source !== '' && { source }),
    warnings,
  }
}

function parseAmount(text: string): Pick<Dose, 'dose' | 'unit'> | undefined {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(?: (.+))?$/.exec(text) ?? []
  const known = doseUnits.find((each) => each === unit)
  if (number === '' || (unit !== '' && known === undefined)) return undefined
  return { dose: Number(number), ...(known && { unit: known }) }
}

function parseWarning(text: string): GivenAdvice['warnings'][number] | undefined {
  const [kind, day = ''] = text.split(' ')
  return (kind === 'banned' || kind === 'harvest') && parseDay(day) === day ? { kind, day } : undefined
}

import { formatDate } from '../dates/dates.ts'
import { currentLocale, t } from '../messages/t.ts'
import type { AdviceLine, Dose, Warning } from './guard.ts'

/** "0.5 ml per litre of water"; undefined without a dose. */
export function formatDose({ dose, unit }: Dose): string | undefined {
  if (dose === undefined) return undefined
  const amount = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 3 }).format(dose)
  return unit === undefined ? amount : t('{amount} {unit}', { amount, unit: t(unit) })
}

/** "Wait 21 days before the harvest"; undefined if nothing is known. */
export const formatWaiting = ({ waitingDays }: Dose): string | undefined =>
  waitingDays === undefined
    ? undefined
    : t(
        '{days, plural, =0 {No waiting days} one {Wait # day before the harvest} other {Wait # days before the harvest}}',
        {
          days: waitingDays,
        },
      )

/** Why a material should not be advised. `nameOf` gives the names as the reader sees them. */
export function describeWarning(
  { material, crop, waitingDays = 0 }: Pick<AdviceLine, 'material' | 'crop' | 'waitingDays'>,
  warning: Warning,
  nameOf: (name: string) => string = (name) => name,
): string {
  const names = { material: nameOf(material), crop: crop === null ? '' : nameOf(crop) }
  if (warning.kind === 'harvest')
    return t(
      '{material}: {crop} is to be reaped on {reaping}, but with {days, plural, one {# waiting day} other {# waiting days}} not before {safe}',
      { ...names, days: waitingDays, reaping: formatDate(warning.reaping), safe: formatDate(warning.safeOn) },
    )
  const values = { ...names, date: formatDate(warning.from), reason: warning.reason ?? '' }
  if (warning.isOnCrop)
    return warning.reason === null
      ? t('{material} is banned on {crop} since {date}', values)
      : t('{material} is banned on {crop} since {date}: {reason}', values)
  return warning.reason === null
    ? t('{material} is banned since {date}', values)
    : t('{material} is banned since {date}: {reason}', values)
}

/** All warnings, each once: a ban holds for every crop. */
export const describeWarnings = (
  lines: readonly AdviceLine[],
  nameOf?: (name: string) => string,
): string[] => [
  ...new Set(lines.flatMap((line) => line.warnings.map((warning) => describeWarning(line, warning, nameOf)))),
]

/** What the server answers and the forms show when the reason is missing. */
export const reasonNeeded = (): string => t('Give a reason to advise this despite the warning')

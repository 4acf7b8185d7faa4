import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordMeta, RecordValues } from '#domain/catalogue/entity.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { formatDetails, parseDetails } from '#domain/advice/details.ts'
import { adviceLines, unsafeLines } from '#domain/advice/guard.ts'
import { describeWarnings } from '#domain/advice/guard-words.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import { invalid } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import type { Tx } from '../store/dialect.ts'
import { guardFacts } from './guard-store.ts'

type Visit = RecordNamed<'visit'>
export type AdvisedVisit = Pick<
  Omit<Visit, keyof RecordMeta>,
  | 'Customer_Code'
  | 'Visited_On'
  | 'New_Recommended_Crops'
  | 'New_Recommended_Materials'
  | 'Advice_Details'
  | 'Advice_Reason'
>

/** The advice in values that were checked as those of a visit. */
export const adviceIn = (values: Readonly<RecordValues>): AdvisedVisit => ({
  Customer_Code: textOrNull(values['Customer_Code']),
  Visited_On: textOrNull(values['Visited_On']),
  New_Recommended_Crops: listOrNull(values['New_Recommended_Crops']),
  New_Recommended_Materials: listOrNull(values['New_Recommended_Materials']),
  Advice_Details: textOrNull(values['Advice_Details']),
  Advice_Reason: textOrNull(values['Advice_Reason']),
})

const textOrNull = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null)
const listOrNull = (value: Value | undefined): readonly string[] | null =>
  typeof value === 'object' ? value : null

const namesIn = (names: readonly string[] | null): readonly string[] => names ?? []

/**
 * Completes what was advised with its doses, and refuses advice against a warning without a reason. `onUnsafe` is called instead for
 * a visit that is kept in any case.
 */
export async function checkAdvice(
  tx: Tx,
  visit: AdvisedVisit,
  onUnsafe: (sentence: string) => void = (sentence) => {
    throw invalid([{ field: 'Advice_Reason', message: sentence }])
  },
): Promise<{ Advice_Details: string | null }> {
  const { Advice_Details: sent, Visited_On: day } = visit
  if (!isBlank(sent) && !parseDetails(String(sent)))
    throw invalid([
      {
        field: 'Advice_Details',
        message: t(
          'Advice Details should have lines of crop, material, dose, timing, waiting days, source and warnings, separated by |',
        ),
      },
    ])
  const materials = namesIn(visit.New_Recommended_Materials)
  if (materials.length === 0 || day === null) return { Advice_Details: isBlank(sent) ? null : sent }
  const facts = await guardFacts(tx, visit.Customer_Code, materials, day)
  const lines = adviceLines({ day, crops: namesIn(visit.New_Recommended_Crops), materials }, facts)
  const unsafe = unsafeLines(lines)
  if (unsafe.length > 0 && isBlank(visit.Advice_Reason))
    onUnsafe(
      t('{warnings}. Give a reason to advise this anyway', {
        warnings: describeWarnings(unsafe).join('. '),
      }),
    )
  // What the screen showed was said to the farmer, also if the mapping has changed since.
  return { Advice_Details: isBlank(sent) ? formatDetails(lines) : sent }
}

const adviceFields = [
  'Customer_Code',
  'Visited_On',
  'New_Recommended_Crops',
  'New_Recommended_Materials',
] as const

/** The same for a visit that is changed as a record: only when the advice changes, so that other fields of an old visit can be edited. */
export async function checkChangedAdvice(
  tx: Tx,
  before: AdvisedVisit | null,
  after: AdvisedVisit,
): Promise<void> {
  const isSame = (name: keyof AdvisedVisit): boolean =>
    JSON.stringify(before?.[name] ?? null) === JSON.stringify(after[name] ?? null)
  if (before && adviceFields.every(isSame) && isSame('Advice_Reason') && isSame('Advice_Details')) return
  const isStale = before !== null && !adviceFields.every(isSame) && isSame('Advice_Details')
  const checked = await checkAdvice(tx, isStale ? { ...after, Advice_Details: null } : after)
  after.Advice_Details = checked.Advice_Details
}

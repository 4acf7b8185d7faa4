import type { ReactNode } from 'react'
import { limits } from '#domain/catalogue/kinds/text.ts'
import { unsafeLines, type AdviceLine } from '#domain/advice/guard.ts'
import { describeWarnings, formatDose, formatWaiting } from '#domain/advice/guard-words.ts'
import { describeTally, type Tally } from '#domain/advice/results.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { Field } from '../../ui/field.tsx'
import type { AdviceValues } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'
import { t } from '#domain/messages/t.ts'
import './advice-doses.css'

interface AdviceDosesProps {
  lines: readonly AdviceLine[]
  /** A crop or a material as the reader sees it. */
  nameOf?: (name: string) => string
  /** How often the materials helped, by name. */
  results?: Readonly<Record<string, Tally>> | undefined
  form: Pick<VisitFormState<AdviceValues>, 'values' | 'problems' | 'setValue'>
}

/** How much of each chosen material, when and when not; advice against a warning asks for a reason. */
export function AdviceDoses({
  lines,
  nameOf = (name) => name,
  results = {},
  form,
}: AdviceDosesProps): ReactNode {
  const { values, problems, setValue } = form
  const shown = lines.filter((line) => line.crop !== null || line.warnings.length > 0)
  const warnings = describeWarnings(unsafeLines(lines), nameOf)
  if (shown.length === 0) return null
  return (
    <div className="doses">
      <ul className="dose-list" aria-label={t('Doses')}>
        {shown.map((line) => (
          <DoseLine
            key={`${line.material} ${line.crop} ${line.dose} ${line.timing}`}
            line={line}
            tally={Object.hasOwn(results, line.material) ? results[line.material] : undefined}
            nameOf={nameOf}
          />
        ))}
      </ul>
      {warnings.length > 0 && (
        <>
          <div className="dose-warnings" role="alert">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </div>
          <Field
            label={t('Reason to advise it anyway')}
            problem={problems.Advice_Reason}
            hint={t('It is stored with the visit.')}
          >
            {(attributes) => (
              <input
                {...attributes}
                className="control"
                name="Advice_Reason"
                maxLength={limits.name}
                value={values.Advice_Reason}
                onChange={(event) => setValue('Advice_Reason', event.target.value)}
              />
            )}
          </Field>
        </>
      )}
    </div>
  )
}

interface DoseLineProps {
  line: AdviceLine
  tally: Tally | undefined
  nameOf: (name: string) => string
}

function DoseLine({ line, tally, nameOf }: DoseLineProps): ReactNode {
  const { crop, material, timing, source, reaping, waitingDays = 0 } = line
  const dose = formatDose(line)
  const facts = [
    timing,
    formatWaiting(line),
    waitingDays > 0 &&
      (reaping === null ? t('no reaping date known') : t('reaping on {date}', { date: formatDate(reaping) })),
    source !== undefined && t('source: {source}', { source }),
  ].filter((each) => typeof each === 'string')
  return (
    <li data-warned={line.warnings.length > 0 || undefined}>
      <strong>{nameOf(material)}</strong>
      {crop !== null && <span className="dose-crop">{nameOf(crop)}</span>}
      <span className="dose-amount">{dose ?? t('no dose in the mapping')}</span>
      {facts.length > 0 && <span className="dose-facts">{facts.join(' · ')}</span>}
      {tally && <span className="dose-facts">{describeTally(tally)}</span>}
    </li>
  )
}

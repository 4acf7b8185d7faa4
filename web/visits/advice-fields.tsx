import type { ReactNode } from 'react'
import type { VisitSources } from '../api/visits.ts'
import { Field } from '../ui/field.tsx'
import type { DetailValues } from './detail-values.ts'
import { OfferList } from './offer-list.tsx'
import { useAdvice } from './use-advice.ts'
import type { VisitFormState } from './use-visit-form.ts'

interface AdviceFieldsProps {
  customerCode: string
  sources: VisitSources
  form: Pick<VisitFormState<DetailValues>, 'values' | 'problems' | 'type'>
}

/** Season, crops and materials: what is chosen decides what is offered next. */
export function AdviceFields({ customerCode, sources, form }: AdviceFieldsProps): ReactNode {
  const { values, problems, type } = form
  const season = values.Season_Recommendation
  const crops = values.New_Recommended_Crops
  const { advice, isMissing } = useAdvice(customerCode, season, crops)
  const gapOf = (crop: string): string | undefined =>
    advice?.gaps.includes(crop) ? 'No material is mapped to it yet' : undefined
  const gaps = crops.filter(gapOf)
  const isAsking = !advice && !isMissing
  return (
    <>
      <Field label="Season Recommendation" problem={problems['Season_Recommendation']}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="Season_Recommendation"
            value={season}
            onChange={(event) => type('Season_Recommendation', event.target.value)}
          >
            <option value="">Choose…</option>
            {withChosen(sources.seasons.first, season).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="New Recommended Crops"
        isGroup
        problem={problems['New_Recommended_Crops']}
        hint={isMissing && 'What suits the soil could not be asked, so nothing is put first.'}
      >
        {() =>
          isAsking ? (
            <p className="field-hint">Loading…</p>
          ) : (
            <OfferList
              name="New_Recommended_Crops"
              plural="crops"
              offers={advice?.crops ?? []}
              // A chosen season decides; without one, whatever suits the soil is offered, the present season first.
              suited={season === '' ? 1 : 0}
              nearby="In another season:"
              names={sources.crops}
              total={advice?.total.crops ?? 0}
              noteOf={gapOf}
              chosen={crops}
              onChoose={(chosen) => type('New_Recommended_Crops', chosen)}
            />
          )
        }
      </Field>
      <Field
        label="New Recommended Materials"
        isGroup
        problem={problems['New_Recommended_Materials']}
        hint={
          gaps.length > 0 &&
          `No material is mapped to ${gaps.join(', ')} yet. The office sees this under Advice gaps.`
        }
      >
        {() =>
          isAsking ? (
            <p className="field-hint">Loading…</p>
          ) : (
            <OfferList
              name="New_Recommended_Materials"
              plural="materials"
              offers={advice?.materials ?? []}
              suited={crops.length > 0 ? 0 : 1}
              nearby="For other crops that suit:"
              names={sources.materials}
              total={advice?.total.materials ?? 0}
              chosen={values.New_Recommended_Materials}
              onChoose={(chosen) => type('New_Recommended_Materials', chosen)}
            />
          )
        }
      </Field>
    </>
  )
}

/** What was chosen earlier is not lost because the list of today does not hold it, or is not there yet. */
const withChosen = (options: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || options.includes(chosen) ? options : [chosen, ...options]

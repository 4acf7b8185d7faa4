import type { ReactNode } from 'react'
import type { VisitSources } from '../visit-sources.ts'
import { Field } from '../../ui/field.tsx'
import type { DetailValues } from '../detail-values.ts'
import { OfferList } from './offer-list.tsx'
import type { AdviceState } from '../use-advice.ts'
import type { VisitFormState } from '../use-visit-form.ts'
import { shownSeason } from '#domain/visits/season-window.ts'
import { t } from '#domain/messages/t.ts'

interface AdviceFieldsProps {
  state: AdviceState
  sources: VisitSources
  form: Pick<VisitFormState<DetailValues>, 'values' | 'problems' | 'setValue'>
}

/** Season, crops and materials; each choice filters the next offers. */
export function AdviceFields({ state, sources, form }: AdviceFieldsProps): ReactNode {
  const { values, problems, setValue } = form
  const season = values.Season_Recommendation
  const crops = values.New_Recommended_Crops
  const { advice, hasFailed } = state
  const gapOf = (crop: string): string | undefined =>
    advice?.gaps.includes(crop) ? t('No material is mapped to it yet') : undefined
  const gaps = crops.filter(gapOf)
  const isLoading = !advice && !hasFailed
  return (
    <>
      <Field label={t('Season Recommendation')} problem={problems.Season_Recommendation}>
        {(attributes) => (
          <select
            {...attributes}
            className="control"
            name="Season_Recommendation"
            value={season}
            onChange={(event) => setValue('Season_Recommendation', event.target.value)}
          >
            <option value="">{t('Choose…')}</option>
            {withChosen(sources.seasons.first, season).map((each) => (
              <option key={each} value={each}>
                {shownSeason(each, sources.seasons.localNames[each])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={t('New Recommended Crops')}
        isGroup
        problem={problems.New_Recommended_Crops}
        hint={hasFailed && t('Could not load the recommendations for the soil; crops are not ranked.')}
      >
        {() =>
          isLoading ? (
            <p className="field-hint">{t('Loading…')}</p>
          ) : (
            <OfferList
              name="New_Recommended_Crops"
              plural="crops"
              offers={advice?.crops ?? []}
              // With a chosen season only its crops rank first; without one, all crops that suit the soil, the current season first.
              maxRank={season === '' ? 1 : 0}
              otherHeading={t('In another season:')}
              names={sources.crops}
              total={advice?.total.crops ?? 0}
              noteOf={gapOf}
              chosen={crops}
              onChoose={(chosen) => setValue('New_Recommended_Crops', chosen)}
            />
          )
        }
      </Field>
      <Field
        label={t('New Recommended Materials')}
        isGroup
        problem={problems.New_Recommended_Materials}
        hint={
          gaps.length > 0 &&
          t('No material is mapped to {crops} yet. The office sees this under Advice gaps.', {
            crops: gaps.join(', '),
          })
        }
      >
        {() =>
          isLoading ? (
            <p className="field-hint">{t('Loading…')}</p>
          ) : (
            <OfferList
              name="New_Recommended_Materials"
              plural="materials"
              offers={advice?.materials ?? []}
              maxRank={crops.length > 0 ? 0 : 1}
              otherHeading={t('For other crops that suit:')}
              names={sources.materials}
              total={advice?.total.materials ?? 0}
              chosen={values.New_Recommended_Materials}
              onChoose={(chosen) => setValue('New_Recommended_Materials', chosen)}
            />
          )
        }
      </Field>
    </>
  )
}

/** Keeps the chosen option when the loaded list does not contain it. */
const withChosen = (options: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || options.includes(chosen) ? options : [chosen, ...options]

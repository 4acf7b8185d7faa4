import type { ReactNode } from 'react'
import { adviceInputOf } from '#domain/field/pack-facts.ts'
import { adviceFor } from '#domain/visits/advice.ts'
import { seasonsAt, shownSeason } from '#domain/visits/season-window.ts'
import type { PackMasters } from '#domain/field/pack.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Field } from '../../ui/field.tsx'
import type { AdviceValues } from '../../visit-entry/detail-values.ts'
import { QuickChoices } from '../../visit-entry/fields/quick-choices.tsx'
import type { VisitFormState } from '../../visit-entry/use-visit-form.ts'
import { masterName } from '../field-customer.ts'
import { t } from '#domain/messages/t.ts'

interface AdviceChipsProps {
  soil: string
  today: string
  masters: PackMasters
  form: Pick<VisitFormState<AdviceValues>, 'values' | 'problems' | 'setValue'>
}

const maxChips = 6

/** Season, crops and materials: what the mappings recommend for the soil is one tap. */
export function AdviceChips({ soil, today, masters, form }: AdviceChipsProps): ReactNode {
  const { values, problems, setValue } = form
  const { Season_Recommendation: season, New_Recommended_Crops: crops } = values
  const textOf = masterName(masters)
  const present = seasonsAt(today, masters.seasons)
  const suits = masters.suits.filter((each) => each.soil === soil)
  const seasonOf = (name: string | undefined): string | undefined => {
    const seasons = suits.filter(({ crop }) => crop === name).map((each) => each.season)
    return seasons.find((each) => present.includes(each)) ?? seasons[0]
  }
  // A season that a crop brought along does not sort the crops again: a chip must not move under the thumb.
  const isChosen = season !== '' && season !== seasonOf(crops[0])
  const advice = adviceFor(
    adviceInputOf({ soil }, masters, { season: isChosen ? season : null, crops, today }),
  )
  const chooseCrops = (chosen: readonly string[]): void => {
    setValue('New_Recommended_Crops', chosen)
    // The first crop also gives its season, which is one tap less; it can still be changed.
    const its = seasonOf(chosen[0])
    if (crops.length === 0 && season === '' && its) setValue('Season_Recommendation', its)
  }
  return (
    <>
      <Chips
        name="New_Recommended_Crops"
        label={t('New Recommended Crops')}
        plural={t('crops')}
        moreLabel={t('Other crops')}
        offers={advice.crops}
        all={masters.crops}
        textOf={textOf}
        chosen={crops}
        problem={problems.New_Recommended_Crops}
        onChoose={chooseCrops}
      />
      <Chips
        name="New_Recommended_Materials"
        label={t('New Recommended Materials')}
        plural={t('materials')}
        moreLabel={t('Other materials')}
        offers={advice.materials}
        all={masters.materials}
        textOf={textOf}
        chosen={values.New_Recommended_Materials}
        problem={problems.New_Recommended_Materials}
        onChoose={(chosen) => setValue('New_Recommended_Materials', chosen)}
      />
      {masters.seasons.length > 0 && (
        <Field label={t('Season Recommendation')} isGroup problem={problems.Season_Recommendation}>
          {() => (
            <QuickChoices
              label={t('Season Recommendation')}
              options={[...present, ...masters.seasons.filter((each) => !present.includes(each))]}
              textOf={(name) => shownSeason(name, masters.localNames?.[name])}
              value={season}
              onChoose={(chosen) => setValue('Season_Recommendation', chosen)}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface ChipsProps {
  name: string
  label: string
  plural: string
  moreLabel: string
  /** Best first. */
  offers: readonly { name: string; why: string | null; rank: number }[]
  all: readonly string[]
  textOf: (name: string) => string
  chosen: readonly string[]
  problem: string | undefined
  onChoose: (chosen: readonly string[]) => void
}

/** The first recommendations as chips, all others in a list that can be filtered. */
function Chips(props: ChipsProps): ReactNode {
  const { name, label, plural, moreLabel, offers, all, textOf, chosen, problem, onChoose } = props
  const recommended = offers.filter(({ rank }) => rank < 2)
  const chips = recommended.slice(0, maxChips).map((offer) => offer.name)
  const shown = [...chips, ...chosen.filter((each) => !chips.includes(each))]
  const others = [...new Set([...recommended.map((offer) => offer.name), ...all])].filter(
    (each) => !shown.includes(each),
  )
  const toggle = (option: string): void =>
    onChoose(chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option])
  return (
    <Field label={label} isGroup problem={problem}>
      {() => (
        <>
          {shown.length > 0 && (
            <div className="taps">
              {shown.map((option) => (
                <button
                  key={option}
                  type="button"
                  className="tap"
                  name={name}
                  aria-pressed={chosen.includes(option)}
                  title={offers.find((offer) => offer.name === option)?.why ?? undefined}
                  onClick={() => toggle(option)}
                >
                  {textOf(option)}
                </button>
              ))}
            </div>
          )}
          {others.length > 0 && (
            <details className="offers-rest">
              <summary>{moreLabel}</summary>
              <CheckList
                name={name}
                plural={plural}
                options={others}
                textOf={textOf}
                chosen={[]}
                onChoose={([picked]) => picked !== undefined && toggle(picked)}
              />
            </details>
          )}
        </>
      )}
    </Field>
  )
}

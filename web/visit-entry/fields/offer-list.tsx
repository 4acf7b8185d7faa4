import { useId, type ReactNode } from 'react'
import type { Recommendation } from '#domain/api/visits/advice.ts'
import type { NameOptions } from '../visit-sources.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

interface OfferListProps {
  name: string
  plural: 'crops' | 'materials'
  /** Offers of the mappings, best first. */
  offers: readonly Recommendation[]
  /** Highest rank of the first group. */
  maxRank: Recommendation['rank']
  /** Heading above the other mapped offers. */
  otherHeading: string
  /** All names, as far as they are loaded. */
  names: NameOptions
  /** Total number of names. */
  total: number
  /** Extra note for an offer. */
  noteOf?: (name: string) => string | undefined
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Checkboxes for the mapped offers with their reasons, then for all other names. */
export function OfferList(props: OfferListProps): ReactNode {
  const { name, plural, offers, maxRank, otherHeading, names, total, noteOf, chosen, onChoose } = props
  const textOf = (each: string): string => shownName(each, names.localNames[each])
  const mapped = offers.filter(({ why }) => why !== null)
  const mappedNames = new Set(mapped.map((offer) => offer.name))
  const others = (all: readonly string[]): string[] => all.filter((each) => !mappedNames.has(each))
  const topOffers = mapped.filter(({ rank }) => rank <= maxRank)
  const otherOffers = mapped.filter(({ rank }) => rank > maxRank)
  const toggle = (option: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, option] : chosen.filter((each) => each !== option))
  const renderOffers = (group: readonly Recommendation[]): ReactNode =>
    group.length > 0 && (
      <ul className="offers">
        {group.map((offer) => (
          <OfferLine
            key={offer.name}
            name={name}
            offer={offer}
            text={textOf(offer.name)}
            note={noteOf?.(offer.name)}
            isChosen={chosen.includes(offer.name)}
            onToggle={toggle}
          />
        ))}
      </ul>
    )
  const rest = (
    <>
      {otherOffers.length > 0 && <p className="field-hint">{otherHeading}</p>}
      {renderOffers(otherOffers)}
      {(total > mapped.length || mapped.length === 0) && (
        <CheckList
          name={name}
          plural={t(plural)}
          options={others(names.first)}
          textOf={textOf}
          find={names.find && ((text) => names.find!(text).then(others))}
          chosen={others(chosen)}
          onChoose={(now) => onChoose([...chosen.filter((each) => mappedNames.has(each)), ...now])}
        />
      )}
    </>
  )
  if (topOffers.length === 0) return rest
  const otherChosen = chosen.filter((each) => !topOffers.some((offer) => offer.name === each))
  return (
    <>
      {renderOffers(topOffers)}
      {total > topOffers.length && (
        <details className="offers-rest">
          <summary>
            {otherChosen.length > 0
              ? t(
                  '{plural, select, crops {Other crops} other {Other materials}} ({count, number}), chosen: {names}',
                  { plural, count: total - topOffers.length, names: otherChosen.map(textOf).join(', ') },
                )
              : t('{plural, select, crops {Other crops} other {Other materials}} ({count, number})', {
                  plural,
                  count: total - topOffers.length,
                })}
          </summary>
          {rest}
        </details>
      )}
    </>
  )
}

interface OfferLineProps {
  name: string
  offer: Recommendation
  text: string
  note: string | undefined
  isChosen: boolean
  onToggle: (name: string, isChosen: boolean) => void
}

function OfferLine({ name, offer, text, note, isChosen, onToggle }: OfferLineProps): ReactNode {
  const id = useId()
  return (
    <li>
      <label className="choice">
        <input
          type="checkbox"
          name={name}
          value={offer.name}
          checked={isChosen}
          aria-describedby={id}
          onChange={(event) => onToggle(offer.name, event.target.checked)}
        />
        {text}
      </label>
      <span className="offer-why" id={id}>
        {offer.why} {note && <em>{note}</em>}
      </span>
    </li>
  )
}

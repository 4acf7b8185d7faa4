import { useId, type ReactNode } from 'react'
import type { Offer } from '#domain/visits/advice.ts'
import type { Names } from '../api/visits.ts'
import { CheckList } from '../ui/check-list.tsx'

interface OfferListProps {
  name: string
  /** What they are: "crops". */
  plural: 'crops' | 'materials'
  /** What the mappings name, the best first. */
  offers: readonly Offer[]
  /** Up to which rank they stand in the first group. */
  suited: Offer['rank']
  /** What is said above the others that a mapping names. */
  nearby: string
  /** All names, as far as they are known here. */
  names: Names
  /** How many names there are. */
  total: number
  /** What is said besides about one of them. */
  noteOf?: (name: string) => string | undefined
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Tick any of several: first what the mappings offer, each with its reason, then the rest, which claims nothing. */
export function OfferList(props: OfferListProps): ReactNode {
  const { name, plural, offers, suited, nearby, names, total, noteOf, chosen, onChoose } = props
  const claims = offers.filter(({ why }) => why !== null)
  const isClaimed = new Set(claims.map((offer) => offer.name))
  const others = (all: readonly string[]): string[] => all.filter((each) => !isClaimed.has(each))
  const first = claims.filter(({ rank }) => rank <= suited)
  const near = claims.filter(({ rank }) => rank > suited)
  const toggle = (option: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, option] : chosen.filter((each) => each !== option))
  const lines = (group: readonly Offer[]): ReactNode =>
    group.length > 0 && (
      <ul className="offers">
        {group.map((offer) => (
          <OfferLine
            key={offer.name}
            name={name}
            offer={offer}
            note={noteOf?.(offer.name)}
            isChosen={chosen.includes(offer.name)}
            onToggle={toggle}
          />
        ))}
      </ul>
    )
  const rest = (
    <>
      {near.length > 0 && <p className="field-hint">{nearby}</p>}
      {lines(near)}
      {(total > claims.length || claims.length === 0) && (
        <CheckList
          name={name}
          plural={plural}
          options={others(names.first)}
          find={names.find && ((words) => names.find!(words).then(others))}
          chosen={others(chosen)}
          onChoose={(now) => onChoose([...chosen.filter((each) => isClaimed.has(each)), ...now])}
        />
      )}
    </>
  )
  if (first.length === 0) return rest
  const besides = chosen.filter((each) => !first.some((offer) => offer.name === each))
  return (
    <>
      {lines(first)}
      {total > first.length && (
        <details className="offers-rest">
          <summary>
            Other {plural} ({(total - first.length).toLocaleString('en-IN')})
            {besides.length > 0 && `, chosen: ${besides.join(', ')}`}
          </summary>
          {rest}
        </details>
      )}
    </>
  )
}

interface OfferLineProps {
  name: string
  offer: Offer
  note: string | undefined
  isChosen: boolean
  onToggle: (name: string, isChosen: boolean) => void
}

function OfferLine({ name, offer, note, isChosen, onToggle }: OfferLineProps): ReactNode {
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
        {offer.name}
      </label>
      <span className="offer-why" id={id}>
        {offer.why} {note && <em>{note}</em>}
      </span>
    </li>
  )
}

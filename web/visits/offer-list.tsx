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
  const { name, plural, offers, suited, names, total, noteOf, chosen, onChoose } = props
  const first = offers.filter(({ why, rank }) => why !== null && rank <= suited)
  const isFirst = new Set(first.map((offer) => offer.name))
  const others = (all: readonly string[]): string[] => all.filter((each) => !isFirst.has(each))
  // Those that suit in another way come before those about which nothing is known.
  const near = offers.filter(({ why, rank }) => why !== null && rank > suited)
  const rest = (
    <>
      {near.length > 0 && <p className="offers-near">{near.map(({ why }) => why).join('; ')}</p>}
      <CheckList
        name={name}
        plural={plural}
        options={[...new Set([...near.map((offer) => offer.name), ...others(names.first)])]}
        find={names.find && ((words) => names.find!(words).then(others))}
        chosen={others(chosen)}
        onChoose={(now) => onChoose([...chosen.filter((each) => isFirst.has(each)), ...now])}
      />
    </>
  )
  if (first.length === 0) return rest
  const chosenOthers = others(chosen)
  const toggle = (option: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, option] : chosen.filter((each) => each !== option))
  return (
    <>
      <ul className="offers">
        {first.map((offer) => (
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
      {total > first.length && (
        <details className="offers-rest">
          <summary>
            Other {plural} ({(total - first.length).toLocaleString('en-IN')})
            {chosenOthers.length > 0 && `, chosen: ${chosenOthers.join(', ')}`}
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
        {offer.why}
        {note && <em>{note}</em>}
      </span>
    </li>
  )
}

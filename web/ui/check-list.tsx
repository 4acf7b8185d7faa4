import { useEffect, useState, type ReactNode } from 'react'

interface CheckListProps {
  name: string
  /** What the choices are, for the box that filters them: "crops". */
  plural: string
  options: readonly string[]
  /** Where the options are only the first of many: finds others. */
  find?: ((words: string) => Promise<readonly string[]>) | undefined
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** More than a glance takes in: a box to filter by, and a frame that scrolls. */
const many = 10
/** As many as a phone shows at once (see visits.css). */
const manyOnPhone = 12

/** Tick any of several. What is ticked stays in sight, whatever is filtered. */
export function CheckList(props: CheckListProps): ReactNode {
  const { name, plural, find, chosen, onChoose } = props
  const [filter, setFilter] = useState('')
  const found = useFound(filter, find)
  const options = found ?? props.options
  // What was ticked earlier is not lost because the list of today does not hold it.
  const all = [...new Set([...options, ...chosen])]
  const needle = filter.trim().toLowerCase()
  const shown = all.filter(
    (each) => chosen.includes(each) || found !== undefined || each.toLowerCase().includes(needle),
  )
  const isMany = all.length > many
  const toggle = (option: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, option] : chosen.filter((each) => each !== option))
  return (
    <div className={isMany ? 'check-list check-list-many' : 'check-list'}>
      {isMany && (
        <input
          type="search"
          className="control"
          aria-label={`Filter ${plural}`}
          placeholder={find ? `Find ${plural}` : `Filter ${all.length} ${plural}`}
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          // Enter here means "that is what I look for", not "save".
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="choices">
        {shown.map((option) => (
          <label key={option} className="choice">
            <input
              type="checkbox"
              name={name}
              value={option}
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            {option}
          </label>
        ))}
        {shown.length > manyOnPhone && (
          <p className="field-hint check-list-more">The filter above finds the others.</p>
        )}
        {shown.length === 0 && <p className="field-hint">None of the {plural} matches.</p>}
      </div>
    </div>
  )
}

const pause = 200 // milliseconds without a key

/** What the server finds for the words in the filter; undefined while there is nothing to ask. */
function useFound(words: string, find: CheckListProps['find']): readonly string[] | undefined {
  const [found, setFound] = useState<{ words: string; names: readonly string[] }>()
  const needle = words.trim()
  useEffect(() => {
    if (!find || !needle) return undefined
    let isWanted = true
    const timer = setTimeout(() => {
      find(needle).then(
        (names) => isWanted && setFound({ words: needle, names }),
        (error: unknown) => console.warn('Nothing could be found', error),
      )
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [find, needle])
  return needle && found?.words === needle ? found.names : undefined
}

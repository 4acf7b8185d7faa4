import { useState, type ReactNode } from 'react'
import { useQuery } from './use-query.ts'
import { t } from '#domain/messages/t.ts'

interface CheckListProps {
  name: string
  /** Plural name of the choices, for the label of the filter: "crops". */
  plural: string
  options: readonly string[]
  /** The text of an option; by default the option. */
  textOf?: ((option: string) => string) | undefined
  /** Searches the server, where `options` holds only the first of many. */
  find?: ((text: string) => Promise<readonly string[]>) | undefined
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** With more options than this, the list has a filter and scrolls. */
const maxWithoutFilter = 10
/** The number of options a phone shows without scrolling (see visits.css). */
const maxOnPhone = 12

/** A group of checkboxes. Checked options stay visible whatever the filter says. */
export function CheckList(props: CheckListProps): ReactNode {
  const { name, plural, find, chosen, onChoose, textOf = (option) => option } = props
  const [filter, setFilter] = useState('')
  const found = useSearchResults(filter, find)
  const options = found ?? props.options
  // A checked option that is no longer among the options is still listed.
  const all = [...new Set([...options, ...chosen])]
  const needle = filter.trim().toLowerCase()
  const visible = all.filter(
    (option) =>
      chosen.includes(option) || found !== undefined || textOf(option).toLowerCase().includes(needle),
  )
  const hasFilter = all.length > maxWithoutFilter
  const toggle = (option: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, option] : chosen.filter((each) => each !== option))
  return (
    <div className={hasFilter ? 'check-list check-list-many' : 'check-list'}>
      {hasFilter && (
        <input
          type="search"
          className="control"
          aria-label={t('Filter {plural}', { plural })}
          placeholder={
            find
              ? t('Find {plural}', { plural })
              : t('Filter {count, number} {plural}', { count: all.length, plural })
          }
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          // Enter in the filter must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="choices">
        {visible.map((option) => (
          <label key={option} className="choice">
            <input
              type="checkbox"
              name={name}
              value={option}
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            {textOf(option)}
          </label>
        ))}
        {visible.length > maxOnPhone && (
          <p className="field-hint check-list-more">{t('Use the filter above to find more.')}</p>
        )}
        {visible.length === 0 && <p className="field-hint">{t('No {plural} match.', { plural })}</p>}
      </div>
    </div>
  )
}

const debounce = 200 // milliseconds

/** The server's results for the filter; undefined while the filter is empty. */
function useSearchResults(text: string, find: CheckListProps['find']): readonly string[] | undefined {
  const needle = text.trim()
  const { data } = useQuery([find, needle], async () => ({ needle, names: await find!(needle) }), {
    enabled: find !== undefined && needle !== '',
    debounce,
    onError: (error) => console.warn('Could not search the options', error),
  })
  return needle && data?.needle === needle ? data.names : undefined
}

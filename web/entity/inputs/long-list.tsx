import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react'
import { fetchOptions, type Option, type OptionQuery, type Options } from '../../api/options.ts'
import '../../styles/chips.css'
import { Combobox, notListed } from '../../ui/combobox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { textOf, type Choosing, type InputProps } from './input-props.ts'

/** What is written as code-name is found by its code. */
async function find(question: OptionQuery, q: string): Promise<Options> {
  const found = await fetchOptions({ ...question, q })
  const end = q.lastIndexOf('-')
  return found.items.length > 0 || end < 1 ? found : find(question, q.slice(0, end))
}

interface LongListProps extends InputProps {
  choosing: Choosing
}

/** One of a list too long to scroll. */
export function LongList(props: LongListProps): ReactNode {
  const { name, field, value, onType, attributes, isRequired, isDisabled, choosing } = props
  const [title, keepTitle] = useTitle(textOf(value), choosing, onType)
  return (
    <Combobox
      name={name}
      label={field.label}
      value={textOf(value)}
      title={title}
      codeNames={field.typedIn.codeName && title !== notListed ? 'everywhere' : 'in the list'}
      attributes={attributes}
      isRequired={isRequired}
      isDisabled={isDisabled}
      load={(q) => find(choosing.question, q)}
      onChoose={(typed, option) => {
        if (option) keepTitle(option)
        onType(typed, option && [option])
      }}
    />
  )
}

/** Several of it: what is found is collected. */
export function Collection(props: LongListProps): ReactNode {
  const { choosing, value, onType, attributes, field, ...rest } = props
  const chosen = typeof value === 'string' ? [] : value
  const dropLast = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace' && event.currentTarget.value === '') onType(chosen.slice(0, -1))
  }
  return (
    <>
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((value) => (
            <li key={value} className="chip">
              {value}
              <button
                type="button"
                aria-label={`Take ${value} out of ${field.label}`}
                onClick={() => onType(chosen.filter((each) => each !== value))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        name={rest.name}
        label={field.label}
        value=""
        isCollecting
        codeNames="in the list"
        attributes={attributes}
        isRequired={rest.isRequired && chosen.length === 0}
        isDisabled={rest.isDisabled}
        load={(q) => find(choosing.question, q)}
        onKeyDown={dropLast}
        onChoose={(typed, option) => {
          if (typed && !chosen.includes(typed)) onType([...chosen, typed], option && [option])
        }}
      />
    </>
  )
}

/** The words that go with a code which nobody has just chosen, as in a record that is changed. */
function useTitle(
  chosen: string,
  choosing: Choosing,
  onType: InputProps['onType'],
): [string | null, (option: Pick<Option, 'value' | 'title'>) => void] {
  const [found, setFound] = useState<Pick<Option, 'value' | 'title'> | null>(null)
  const isKnown = chosen === '' || found?.value === chosen
  const tell = useEffectEvent((own: Option) => onType(own.value, [own]))
  useEffect(() => {
    if (isKnown) return undefined
    let isWanted = true
    fetchOptions({ ...choosing.question, constraints: {}, q: chosen }, 5).then(
      ({ items }) => {
        const own = items.find(({ value }) => value.toLowerCase() === chosen.toLowerCase())
        if (!isWanted) return
        setFound({ value: own?.value ?? chosen, title: own ? own.title : notListed })
        // Typed before there was a list: what follows from it follows now.
        if (own) tell(own)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [chosen, isKnown, choosing])
  return [found?.value === chosen ? found.title : null, setFound]
}

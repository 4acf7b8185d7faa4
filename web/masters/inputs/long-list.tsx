import { useEffect, useEffectEvent, type KeyboardEvent, type ReactNode } from 'react'
import {
  fetchOptions,
  findOption,
  namesOfCodes,
  type Option,
  type OptionQuery,
  type Options,
} from '../../api/options.ts'
import '../../ui/chips.css'
import { codeName } from '../../ui/code-name.ts'
import { Combobox, notListed } from '../../ui/combobox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { textOf, type OptionSource, type InputProps } from './input-props.ts'
import { t } from '#domain/messages/t.ts'

/** Searches for the text and, if it is written as code-name, for the code. */
async function find(optionQuery: OptionQuery, q: string): Promise<Options> {
  const found = await fetchOptions({ ...optionQuery, q })
  const end = q.lastIndexOf('-')
  return found.items.length > 0 || end < 1 ? found : find(optionQuery, q.slice(0, end))
}

interface LongListProps extends InputProps {
  optionSource: OptionSource
}

/** Chooses one value of a long list. */
export function LongList(props: LongListProps): ReactNode {
  const { name, field, value, onType, attributes, isRequired, isDisabled, optionSource } = props
  const [title, cacheTitle] = useTitle(textOf(value), optionSource, onType)
  return (
    <Combobox
      name={name}
      label={t(field.label)}
      value={textOf(value)}
      title={title}
      codeNames={field.typedIn.codeName && title !== notListed ? 'everywhere' : 'in the list'}
      attributes={attributes}
      isRequired={isRequired}
      isDisabled={isDisabled}
      load={(q) => find(optionSource.optionQuery, q)}
      onChoose={(typed, option) => {
        if (option) cacheTitle(option)
        onType(typed, option && [option])
      }}
    />
  )
}

/** Chooses several values of a long list. */
export function Collection(props: LongListProps): ReactNode {
  const { optionSource, value, onType, attributes, field, ...rest } = props
  const chosen = typeof value === 'string' ? [] : value
  const { data: names } = useQuery(
    [optionSource.optionQuery.entity, optionSource.optionQuery.of, chosen.join()],
    () => namesOfCodes(optionSource.optionQuery, chosen),
    { enabled: chosen.length > 0 },
  )
  const removeLast = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace' && event.currentTarget.value === '') onType(chosen.slice(0, -1))
  }
  return (
    <>
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((value) => (
            <li key={value} className="chip">
              <span>{codeName({ value, title: names?.[value] ?? null })}</span>
              <button
                type="button"
                aria-label={t('Remove {value} from {label}', { value, label: t(field.label) })}
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
        label={t(field.label)}
        value=""
        isCollecting
        codeNames="in the list"
        attributes={attributes}
        isRequired={rest.isRequired && chosen.length === 0}
        isDisabled={rest.isDisabled}
        load={(q) => find(optionSource.optionQuery, q)}
        onKeyDown={removeLast}
        onChoose={(typed, option) => {
          if (typed && !chosen.includes(typed)) onType([...chosen, typed], option && [option])
        }}
      />
    </>
  )
}

type Titled = Pick<Option, 'value' | 'title'>

/** The name of a code that was not chosen from the list, as in a record being edited. */
function useTitle(
  chosen: string,
  optionSource: OptionSource,
  onType: InputProps['onType'],
): [string | null, (option: Titled) => void] {
  const { data, setData } = useQuery<Titled & { own?: Option | undefined }>(
    [chosen, optionSource],
    async () => {
      const own = await findOption(optionSource.optionQuery, chosen)
      return { value: own?.value ?? chosen, title: own ? own.title : notListed, own }
    },
    { enabled: (known) => chosen !== '' && known?.value !== chosen, keepsDataOnError: true },
  )
  const own = data?.own
  const fillDependents = useEffectEvent((option: Option) => onType(option.value, [option]))
  useEffect(() => {
    // The code was typed before the list was loaded, so its dependent fields are filled in now.
    if (own) fillDependents(own)
  }, [own])
  return [data?.value === chosen ? data.title : null, ({ value, title }) => setData(() => ({ value, title }))]
}

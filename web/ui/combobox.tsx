// The list of a combobox has no element of its own in HTML: `datalist` can be neither searched by us nor styled.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import '../styles/combobox.css'
import type { ControlAttributes } from './field.tsx'
import { Icon } from './icon.tsx'
import { codeName, useSuggestions, type Suggestion, type Suggestions } from './use-suggestions.ts'

/** Stands beside a value that fits nothing on the list. */
export const notListed = 'not on the list'

interface ComboboxProps<Item extends Suggestion> {
  name: string
  /** What is chosen here, for those who do not see it. */
  label: string
  value: string
  /** Words that explain the value, shown beside it while nobody types. */
  title?: string | null
  attributes: ControlAttributes
  isRequired?: boolean
  isDisabled?: boolean
  /** The field is empty again after each choice. */
  isCollecting?: boolean
  /** Where a value and its title are written as one text, `IN-India`: in the list only, or in the field as well. */
  codeNames?: 'in the list' | 'everywhere'
  load: (typed: string) => Promise<Suggestions<Item>>
  /** What was typed or chosen; the item, when it is one of the list. */
  onChoose: (value: string, item?: Item) => void
  /** A key that means something to the field around it. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * A text field with a list of suggestions, for lists too long to scroll. Typing narrows the list down; Enter, Tab or a
 * click takes one; Escape takes back what was typed. What fits nothing on the list is kept as typed.
 */
export function Combobox<Item extends Suggestion>(props: ComboboxProps<Item>): ReactNode {
  const { name, label, value, title, attributes, isRequired, isDisabled } = props
  const id = useId()
  const list = useSuggestions(props)
  const { isOpen, items, active } = list
  const isListed = isOpen && items.length > 0
  const isWhole = props.codeNames === 'everywhere' && !list.isTyping && title
  const isNothing = isOpen && list.state === 'ready' && items.length === 0

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen) list.move(event.key === 'ArrowDown' ? 1 : -1)
      else list.open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      list.take('enter')
    } else if (event.key === 'Tab') {
      list.take('tab')
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      list.takeBack()
    }
  }
  return (
    <div className="combobox">
      <input
        {...attributes}
        type="text"
        role="combobox"
        className="control"
        placeholder="Choose…"
        autoComplete="off"
        spellCheck={false}
        name={name}
        value={isWhole ? codeName({ value, title }) : list.text}
        required={isRequired}
        disabled={isDisabled}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? id : undefined}
        aria-activedescendant={isListed && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(event) => list.type(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onClick={() => !isOpen && list.open()}
        onBlur={() => list.take('blur')}
      />
      {/* Not in the panel, which would lie over what comes next although there is nothing to take from it. */}
      <output className="combobox-title">
        {isNothing ? notListed : !list.isTyping && !isWhole && title}
      </output>
      <Icon name="down" />
      {isOpen && !isNothing && (
        <div className="combobox-panel">
          {isListed && (
            <div role="listbox" className="combobox-list" id={id} aria-label={label}>
              {items.map((item, at) => (
                // The keys are handled by the text field, which keeps the focus.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={item.value}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={item.value === value}
                  className={at === active ? 'combobox-option is-active' : 'combobox-option'}
                  ref={at === active ? scrollIntoView : undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => list.takeItem(item)}
                >
                  {props.codeNames ? codeName(item) : <Choice item={item} />}
                </div>
              ))}
            </div>
          )}
          <output className="combobox-note">
            {list.state === 'loading' && items.length === 0 && 'Looking…'}
            {list.state === 'failed' && (
              <>
                The list could not be loaded.{' '}
                <button
                  type="button"
                  className="link"
                  tabIndex={-1}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={list.open}
                >
                  Try again
                </button>
              </>
            )}
            {list.state === 'ready' && list.hasMore && 'There are more: go on typing.'}
          </output>
        </div>
      )}
    </div>
  )
}

function Choice({ item }: { item: Suggestion }): ReactNode {
  return item.title ? (
    <>
      <span>{item.value}</span>
      <span className="combobox-words">{item.title}</span>
    </>
  ) : (
    item.value
  )
}

const scrollIntoView = (element: Element | null): void => element?.scrollIntoView({ block: 'nearest' })

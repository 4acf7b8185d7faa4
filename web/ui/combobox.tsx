// HTML has no element for the list of a combobox: `datalist` can be neither filtered nor styled.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import './combobox.css'
import type { ControlAttributes } from './field.tsx'
import { Icon } from './icon.tsx'
import { codeName, type Suggestion } from './code-name.ts'
import { useSuggestions, type Suggestions } from './use-suggestions.ts'
import { t } from '#domain/messages/t.ts'

/** Shown beside a value that matches no item of the list. */
export const notListed = 'not on the list'

interface ComboboxProps<Item extends Suggestion> {
  name: string
  /** Accessible name of the list. */
  label: string
  value: string
  /** Text that explains the value, shown beside it while the user is not typing. */
  title?: string | null
  attributes: ControlAttributes
  isRequired?: boolean
  isDisabled?: boolean
  /** The field is cleared after each choice. */
  isCollecting?: boolean
  /** Where value and title are shown as one text, `IN-India`: in the list only, or in the field as well. */
  codeNames?: 'in the list' | 'everywhere'
  load: (typed: string) => Promise<Suggestions<Item>>
  /** Called with the typed or chosen value, and with its item when it is one of the list. */
  onChoose: (value: string, item?: Item) => void
  /** Handles a key before the combobox does; `preventDefault` stops the combobox from handling it. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * A text field with a list of suggestions, for lists too long to scroll. Typing narrows the list; Enter, Tab or a click
 * chooses an item; Escape restores the previous value. A text that matches no item is kept as typed.
 */
export function Combobox<Item extends Suggestion>(props: ComboboxProps<Item>): ReactNode {
  const { name, label, value, attributes, isRequired, isDisabled } = props
  const title = props.title === notListed ? t('not on the list') : props.title
  const id = useId()
  const list = useSuggestions(props)
  const { isOpen, items, active } = list
  const hasList = isOpen && items.length > 0
  const showsCodeName = props.codeNames === 'everywhere' && !list.isTyping && title
  const hasNoMatch = isOpen && list.state === 'ready' && items.length === 0

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    props.onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen) list.move(event.key === 'ArrowDown' ? 1 : -1)
      else list.open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      list.commit('enter')
    } else if (event.key === 'Tab') {
      list.commit('tab')
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      list.revertInput()
    }
  }
  return (
    <div className="combobox">
      <input
        {...attributes}
        type="text"
        role="combobox"
        className="control"
        placeholder={t('Choose…')}
        autoComplete="off"
        spellCheck={false}
        name={name}
        value={showsCodeName ? codeName({ value, title }) : list.text}
        required={isRequired}
        disabled={isDisabled}
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? id : undefined}
        aria-activedescendant={hasList && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(event) => list.type(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onClick={() => !isOpen && list.open()}
        onBlur={() => list.commit('blur')}
      />
      {/* Outside the panel, which would cover the next field although it has no item to offer. */}
      <output className="combobox-title">
        {hasNoMatch ? t('not on the list') : !list.isTyping && !showsCodeName && title}
      </output>
      <Icon name="down" />
      {isOpen && !hasNoMatch && (
        <div className="combobox-panel">
          {hasList && (
            <div role="listbox" className="combobox-list" id={id} aria-label={label}>
              {items.map((item, at) => (
                // Keys are handled by the text field, which keeps the focus.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={item.value}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={item.value === value}
                  className={at === active ? 'combobox-option is-active' : 'combobox-option'}
                  ref={at === active ? scrollIntoView : undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => list.chooseItem(item)}
                >
                  {props.codeNames ? codeName(item) : <Choice item={item} />}
                </div>
              ))}
            </div>
          )}
          <output className="combobox-note">
            {list.state === 'loading' && items.length === 0 && t('Loading…')}
            {list.state === 'failed' && (
              <>
                {t('Could not load the list.')}{' '}
                <button
                  type="button"
                  className="link"
                  tabIndex={-1}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={list.open}
                >
                  {t('Try again')}
                </button>
              </>
            )}
            {list.state === 'ready' && list.hasMore && t('More matches: keep typing to narrow the list.')}
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

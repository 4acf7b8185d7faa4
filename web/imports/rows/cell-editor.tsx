import { useId, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '#domain/messages/t.ts'

/** Which cell becomes active after editing; `leave` when the focus went elsewhere. */
type MoveAfterEdit = 'down' | 'up' | 'next' | 'previous' | 'stay' | 'leave'

interface CellEditorProps {
  label: string
  initialValue: string
  suggestions: readonly string[]
  /** An undefined value cancels the edit. */
  onEnd: (value: string | undefined, move: MoveAfterEdit) => void
}

const takeFocus = (element: HTMLInputElement | null): void => {
  element?.focus()
  element?.setSelectionRange(element.value.length, element.value.length)
}

/** Input for the cell being edited, with suggestions below it that the arrow keys reach. */
export function CellEditor({ label, initialValue, suggestions, onEnd }: CellEditorProps): ReactNode {
  const root = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isEnded = useRef(false)
  const hint = useId()
  const end = (value: string | undefined, move: MoveAfterEdit): void => {
    if (isEnded.current) return
    isEnded.current = true
    onEnd(value, move)
  }
  const movesByKey: Partial<Record<string, MoveAfterEdit>> = {
    Enter: 'down',
    ArrowDown: 'down',
    ArrowUp: 'up',
    Tab: 'next',
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      return end(undefined, 'stay')
    }
    const first = root.current?.querySelector('button')
    if (event.key === 'ArrowDown' && first) {
      event.preventDefault()
      return first.focus()
    }
    const move = event.key === 'Tab' && event.shiftKey ? 'previous' : movesByKey[event.key]
    if (!move) return
    event.preventDefault()
    end(event.currentTarget.value, move)
  }
  const onSuggestionKey = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const { nextElementSibling: after, previousElementSibling: before } = event.currentTarget
    if (event.key === 'Escape') end(undefined, 'stay')
    else if (event.key === 'ArrowDown' || event.key === 'ArrowRight')
      (after instanceof HTMLElement ? after : null)?.focus()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft')
      (before instanceof HTMLButtonElement ? before : input.current)?.focus()
    else return
    event.preventDefault()
  }
  const onBlur = (event: FocusEvent): void => {
    if (!root.current?.contains(event.relatedTarget)) end(input.current?.value, 'leave')
  }
  return (
    <span className="grid-editor" ref={root} onBlur={onBlur}>
      <input
        ref={(element) => {
          if (element && !input.current) takeFocus(element)
          input.current = element
        }}
        type="text"
        className="control"
        aria-label={label}
        aria-describedby={suggestions.length > 0 ? hint : undefined}
        autoComplete="off"
        spellCheck={false}
        defaultValue={initialValue}
        onKeyDown={onKeyDown}
      />
      {suggestions.length > 0 && (
        <span className="grid-suggestions">
          <span className="for-readers" id={hint}>
            {t('Arrow down for suggestions')}
          </span>
          {suggestions.map((each) => (
            <Button key={each} tabIndex={-1} onKeyDown={onSuggestionKey} onClick={() => end(each, 'down')}>
              {each}
            </Button>
          ))}
        </span>
      )}
    </span>
  )
}

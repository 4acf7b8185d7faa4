import { useId, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** Where one goes after typing; `leave` when something else was clicked. */
type Way = 'down' | 'up' | 'next' | 'before' | 'stay' | 'leave'

interface CellEditorProps {
  label: string
  begin: string
  suggestions: readonly string[]
  /** Without a value everything stays as it was. */
  onEnd: (value: string | undefined, way: Way) => void
}

const takeFocus = (element: HTMLInputElement | null): void => {
  element?.focus()
  element?.setSelectionRange(element.value.length, element.value.length)
}

/** The one cell somebody types in. What may be meant stands below it, an arrow key away. */
export function CellEditor({ label, begin, suggestions, onEnd }: CellEditorProps): ReactNode {
  const root = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const hint = useId()
  const end = (value: string | undefined, way: Way): void => {
    if (isOver.current) return
    isOver.current = true
    onEnd(value, way)
  }
  const ways: Partial<Record<string, Way>> = {
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
    const way = event.key === 'Tab' && event.shiftKey ? 'before' : ways[event.key]
    if (!way) return
    event.preventDefault()
    end(event.currentTarget.value, way)
  }
  const onSuggestionKey = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const { nextElementSibling: after, previousElementSibling: before } = event.currentTarget
    if (event.key === 'Escape') end(undefined, 'stay')
    else if (event.key === 'ArrowDown' || event.key === 'ArrowRight') (after as HTMLElement | null)?.focus()
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
        defaultValue={begin}
        onKeyDown={onKeyDown}
      />
      {suggestions.length > 0 && (
        <span className="grid-suggestions">
          <span className="for-readers" id={hint}>
            Arrow down for suggestions
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

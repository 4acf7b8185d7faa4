import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { InputProps } from './input-props.ts'

/** What was under way in the plain field when the searchable one came. */
export interface Waking {
  isFocused: boolean
  typed: string
}

type Searchable = ComponentType<InputProps & { waking: Waking }>

interface WakingInputProps extends InputProps {
  /** What stands in the field to begin with. */
  text: string
  /** There is something chosen that only the searchable field can show. */
  isFilled: boolean
  onText: (text: string) => void
  load: () => Promise<Searchable>
}

/**
 * A plain text field until somebody comes to the form; then the code of the searchable one is fetched and takes over,
 * with what was typed meanwhile. Without a network it stays plain, and the server says what it thinks of the text.
 */
export function WakingInput({ text, isFilled, onText, load, ...props }: WakingInputProps): ReactNode {
  const { name, attributes, isRequired, isDisabled } = props
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [awake, setAwake] = useState<{ Input: Searchable; isFocused: boolean }>()
  const wake = useEffectEvent(() => {
    load().then(
      (Input) => {
        const isFocused = field.current !== null && field.current === document.activeElement
        setAwake({ Input, isFocused })
      },
      (error: unknown) => console.warn('A list cannot be searched now', error),
    )
  })
  const isAwake = awake !== undefined
  useEffect(() => {
    if (isAwake) return undefined
    const form = field.current?.form
    // A record that is being changed shows the names beside its codes from the start.
    if (isFilled || form?.contains(document.activeElement)) wake()
    // Each time, until the code has come: the network may be back by then.
    form?.addEventListener('focusin', wake)
    return () => form?.removeEventListener('focusin', wake)
  }, [isFilled, isAwake])
  // With the last key, which may have come after the code did.
  if (awake) return <awake.Input {...props} waking={{ isFocused: awake.isFocused, typed: typed ?? text }} />
  return (
    <input
      {...attributes}
      ref={field}
      type="text"
      // It has no list yet that it could name.
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="combobox"
      aria-expanded={false}
      className="control"
      placeholder="Choose…"
      autoComplete="off"
      spellCheck={false}
      name={name}
      value={typed ?? text}
      required={isRequired}
      disabled={isDisabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== null) onText(typed.trim())
        setTyped(null)
      }}
    />
  )
}

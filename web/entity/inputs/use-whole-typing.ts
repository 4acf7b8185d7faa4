import { useRef, type ChangeEvent, type KeyboardEvent } from 'react'
import type { Field } from '#domain/catalogue/field.ts'

/** Who stops typing for so long has seen that the field is empty, and starts anew. */
const pauseMs = 1500

interface WholeTyping {
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onBlur?: () => void
  /** Everything that was typed in one go, what was cleared on the way included. */
  textOf: (event: ChangeEvent<HTMLInputElement>) => string
}

/**
 * A field that is cleared when its value turns wrong is cleared in the middle of the typing: of `2a4` the last key would
 * be left. What was cleared is remembered, so that the keys after it are judged as a part of the same value.
 */
export function useWholeTyping({ read, typedIn }: Field): WholeTyping {
  const typing = useRef({ cleared: '', isByKey: false, at: 0 })
  if (typedIn.whenWrong !== 'clear') return { textOf: (event) => event.target.value }
  return {
    onKeyDown: ({ key }) => {
      typing.current.isByKey = true
      if (['Backspace', 'Delete', 'Escape'].includes(key)) typing.current.cleared = ''
    },
    onBlur: () => {
      typing.current.cleared = ''
    },
    textOf: ({ target: { value }, timeStamp }) => {
      const { cleared, isByKey, at } = typing.current
      const isGoingOn = isByKey && timeStamp - at < pauseMs
      const text = isGoingOn ? cleared + value : value
      // A wrong first key is not taken, and what follows it is a value of its own.
      const isPartOfNumber = /[\d.+-]/.test(text)
      const isWrong = text.trim() !== '' && 'problem' in read(text)
      typing.current = { cleared: isWrong && isPartOfNumber ? text : '', isByKey: false, at: timeStamp }
      return text
    },
  }
}

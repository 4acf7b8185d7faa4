import { useRef, type ChangeEvent, type KeyboardEvent } from 'react'
import type { Field } from '#domain/catalogue/field.ts'
import { readDigits } from '#domain/catalogue/reading/read-digits.ts'

/** After a pause of this length, typing starts a new value. */
const typingTimeout = 1500

interface IntegerTyping {
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onBlur?: () => void
  /** Everything typed without a pause, including what was cleared. */
  textOf: (event: ChangeEvent<HTMLInputElement>) => string
}

/**
 * A field that is cleared when its value becomes invalid is cleared while typing: of `2a4` only the last key would be left.
 * The cleared text is remembered, so that the following keys are validated as part of the same value.
 */
export function useIntegerTyping(field: Field): IntegerTyping {
  const typing = useRef({ cleared: '', isByKey: false, at: 0 })
  if (field.typedIn.whenWrong !== 'clear') return { textOf: (event) => event.target.value }
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
      const isContinued = isByKey && timeStamp - at < typingTimeout
      const text = isContinued ? cleared + value : value
      // An invalid first key is ignored, and the next key starts a new value.
      const isPartOfNumber = /[\d.+-]/.test(text)
      const isInvalid = text.trim() !== '' && 'problem' in readDigits(field, text)
      typing.current = { cleared: isInvalid && isPartOfNumber ? text : '', isByKey: false, at: timeStamp }
      return text
    },
  }
}

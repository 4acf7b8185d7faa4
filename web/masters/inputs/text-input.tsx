import type { ComponentProps, ReactNode } from 'react'
import type { TypedIn } from '#domain/catalogue/field.ts'
import { textOf, type InputProps } from './input-props.ts'
import { useIntegerTyping } from './use-integer-typing.ts'

const attributesOf: Partial<Record<TypedIn['as'], ComponentProps<'input'>>> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  instant: { type: 'datetime-local' },
}

export function TextInput({ name, field, value, onType, attributes, ...rest }: InputProps): ReactNode {
  const { as, inputMode, maxLength, whenWrong, advice } = field.typedIn
  const isInCapitals = advice === 'pan' || advice === 'gstin'
  const { textOf: typedText, ...typing } = useIntegerTyping(field)
  return (
    <input
      type="text"
      autoComplete="off"
      inputMode={advice === 'pincode' ? 'numeric' : inputMode}
      autoCapitalize={isInCapitals ? 'characters' : undefined}
      // When the field is left, because changing the text while typing moves the cursor.
      onBlur={({ target: { value: typed } }) => {
        if (isInCapitals && typed !== typed.toUpperCase()) onType(typed.toUpperCase())
      }}
      {...attributesOf[as]}
      {...attributes}
      {...typing}
      className="control"
      name={name}
      value={textOf(value)}
      required={rest.isRequired}
      disabled={rest.isDisabled}
      // The browser enforces maxLength silently; a field with a message for it is truncated in code instead.
      maxLength={whenWrong === 'cut' ? undefined : maxLength}
      onChange={(event) => onType(typedText(event))}
    />
  )
}

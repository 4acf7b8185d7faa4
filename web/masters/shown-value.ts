import type { Field, Value } from '#domain/catalogue/field.ts'
import { t } from '#domain/messages/t.ts'

/** A value as the reader sees it: one of the choices of its field in the reader's language. */
export function shownValue(field: Field, value: Value): string {
  const text = field.show(value)
  return field.typedIn.as === 'choice' && text !== '' ? t(text) : text
}

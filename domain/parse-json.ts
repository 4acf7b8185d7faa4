/** Parses JSON text and checks that it has the expected shape, for texts that the product itself has stored. */
export function parseJson<T>(text: string, isValid: (value: unknown) => value is T): T {
  const value: unknown = JSON.parse(text)
  if (!isValid(value)) throw new TypeError('The stored JSON does not have the expected shape')
  return value
}

/** A text, or an argument that a value replaces. */
export type Part = string | Argument

interface Argument {
  name: string
  /** `number`, `plural` or `select`. */
  kind?: string
  /** The texts of a `plural` or `select`, by case. */
  cases?: Readonly<Record<string, readonly Part[]>>
}

/**
 * Parses the part of ICU MessageFormat that the product uses: `{name}`, `{total, number}`,
 * `{count, plural, one {# visit} other {# visits}}` and `{tone, select, good {…} other {…}}`. A text has no braces, and
 * nothing is quoted: an apostrophe is an apostrophe.
 */
export function parseMessage(message: string): readonly Part[] {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const match = pattern.exec(message)
    if (!match) return undefined
    at = pattern.lastIndex
    return match[1] ?? match[0]
  }
  const expect = (pattern: RegExp): string => {
    const found = take(pattern)
    if (found === undefined) throw new SyntaxError(`Wrong syntax at character ${at} of "${message}"`)
    return found
  }
  /** `#` stands for the number of the innermost plural around it. */
  const parseParts = (counted?: string): Part[] => {
    const parts: Part[] = []
    for (;;) {
      const text = take(counted ? /[^{}#]+/y : /[^{}]+/y)
      if (text) parts.push(text)
      else if (take(/\{\s*/y)) parts.push(parseArgument(counted))
      else if (take(/#/y)) parts.push({ name: counted!, kind: 'number' })
      else return parts
    }
  }
  const parseArgument = (counted?: string): Argument => {
    const name = expect(/\w+/y)
    const kind = take(/\s*,\s*(number|plural|select)/y)
    const cases: Record<string, Part[]> = {}
    if (kind && kind !== 'number') {
      expect(/\s*,/y)
      for (let key; (key = take(/\s*(=?\w+)\s*\{/y)); expect(/\}/y))
        cases[key] = parseParts(kind === 'plural' ? name : counted)
    }
    expect(/\s*\}/y)
    return { name, ...(kind && { kind, cases }) }
  }
  const parts = parseParts()
  expect(/$/y)
  return parts
}

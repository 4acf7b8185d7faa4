/** Three views of a source text, each with the same length and line breaks; the rest is blanked out. */
export type SourceViews = {
  /** Without comments and the contents of strings. */
  code: string
  /** Without comments, with strings. */
  withStrings: string
  /** Only comments. */
  comments: string
}

type Segment = { kind: 'code' | 'string' | 'comment'; text: string }

const views = new Map<string, SourceViews>()

/** Not a full parser: an apostrophe in JSX text can hide the rest of its line, but no more. */
export function viewsOf(source: string): SourceViews {
  const known = views.get(source)
  if (known) return known
  const parts = split(source)
  const show = (...kinds: Segment['kind'][]): string =>
    parts
      .map((part) => (kinds.includes(part.kind) ? part.text : part.text.replaceAll(/[^\n]/g, ' ')))
      .join('')
  const made = { code: show('code'), withStrings: show('code', 'string'), comments: show('comment') }
  views.set(source, made)
  return made
}

function split(source: string): Segment[] {
  const parts: Segment[] = []
  let start = 0
  let at = 0
  // One entry for each open `${`, counting the braces inside it.
  const templates: number[] = []
  const take = (kind: Segment['kind'], end: number): void => {
    if (at > start) parts.push({ kind: 'code', text: source.slice(start, at) })
    parts.push({ kind, text: source.slice(at, end) })
    at = end
    start = end
  }
  while (at < source.length) {
    const char = source[at]
    const two = source.slice(at, at + 2)
    if (two === '//') take('comment', endOf(source, at, '\n', 0))
    else if (two === '/*') take('comment', endOf(source, at + 2, '*/', 2))
    else if (char === "'" || char === '"') take('string', endOfString(source, at, char))
    else if (char === '`') takeTemplate(at + 1)
    else if (char === '/' && startsRegex(source, at)) take('string', endOfRegex(source, at))
    else if (char === '}' && templates.at(-1) === 0) {
      templates.pop()
      takeTemplate(at + 1)
    } else {
      const depth = templates.at(-1)
      if (depth !== undefined && char === '{') templates[templates.length - 1] = depth + 1
      if (depth !== undefined && char === '}') templates[templates.length - 1] = depth - 1
      at += 1
    }
  }
  if (at > start) parts.push({ kind: 'code', text: source.slice(start, at) })
  return parts

  function takeTemplate(from: number): void {
    const end = endOfTemplate(source, from)
    take('string', end)
    if (source.slice(end - 2, end) === '${') templates.push(0)
  }
}

function endOf(source: string, from: number, mark: string, length: number): number {
  const found = source.indexOf(mark, from)
  return found === -1 ? source.length : found + length
}

function endOfString(source: string, at: number, quote: string): number {
  let end = at + 1
  while (end < source.length && source[end] !== quote && source[end] !== '\n')
    end += source[end] === '\\' ? 2 : 1
  return Math.min(source[end] === quote ? end + 1 : end, source.length)
}

function endOfTemplate(source: string, from: number): number {
  let end = from
  while (end < source.length && source[end] !== '`' && source.slice(end, end + 2) !== '${') {
    end += source[end] === '\\' ? 2 : 1
  }
  return Math.min(source[end] === '`' ? end + 1 : end + 2, source.length)
}

const regexAt = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

function startsRegex(source: string, at: number): boolean {
  const before = source.slice(Math.max(0, at - 40), at).trimEnd()
  const mayFollow = before === '' || /[(,=:[!&|?{;+>]$|\b(?:return|typeof|case|in|of)$/.test(before)
  return mayFollow && endOfRegex(source, at) > at
}

function endOfRegex(source: string, at: number): number {
  regexAt.lastIndex = at
  const found = regexAt.exec(source)
  return found ? at + found[0].length : at
}

import { unreadable } from '#domain/problem.ts'

const deepest = 20
const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/**
 * JSON without its traps: a key given twice is refused, because one of the two values would silently be lost, and so is
 * nesting that no form of ours produces.
 */
export function readJson(bytes: Buffer): unknown {
  const text = readUtf8(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('The request is not valid JSON')
  }
  const open: (Set<string> | undefined)[] = []
  for (const [match, colon] of text.matchAll(token)) {
    if (match === '{') open.push(new Set())
    else if (match === '[') open.push(undefined)
    else if (match === '}' || match === ']') open.pop()
    else if (colon !== undefined) {
      const key = match.slice(0, match.lastIndexOf('"') + 1)
      const keys = open.at(-1)
      const name = key.includes('\\') ? String(JSON.parse(key)) : key.slice(1, -1)
      if (keys?.has(name)) throw unreadable(`${name} is given twice`)
      keys?.add(name)
    }
    if (open.length > deepest) throw unreadable(`The request is nested more than ${deepest} levels deep`)
  }
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes of another encoding would be replaced without a word, and somebody's name with them. */
function readUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw unreadable('The request is not UTF-8 text')
  }
}

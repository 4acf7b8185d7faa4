import { badRequest } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'

const maxDepth = 20
const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/**
 * Parses JSON and rejects duplicate keys, because one of the values would silently be lost, and nesting deeper than any form
 * produces.
 */
export function readJson(bytes: Buffer): unknown {
  const text = readUtf8(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest(t('The request is not valid JSON'))
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
      if (keys?.has(name)) throw badRequest(t('{name} is given twice', { name }))
      // Schemas drop such a member without a word where they accept any name; a record refuses it as an unknown field.
      if (name === '__proto__' && open.length > 1) throw badRequest(t('__proto__ is not supported as a name'))
      keys?.add(name)
    }
    if (open.length > maxDepth)
      throw badRequest(
        t('The request is nested more than {levels, number} levels deep', { levels: maxDepth }),
      )
  }
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Strict: by default invalid bytes are silently replaced, which would corrupt names. */
function readUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest(t('The request is not UTF-8 text'))
  }
}

import { bomb } from './zip.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text between tags. Spreadsheets write what XML cannot hold as `_x000D_`. */
export const textOf = (xml: string): string =>
  xml
    .replaceAll(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
      (whole, hex?: string, digits?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? whole
        const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
      },
    )
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

export function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found ? textOf(found[1] ?? found[2] ?? '') : undefined
}

/** One element is never this long, unless somebody wants to fill the memory. */
const longest = 32 * 1024 * 1024

/** The elements of one name, whole, in the order they come. `rest` hears what stands behind the last of them. */
export async function* elements(
  chunks: AsyncIterable<string>,
  name: string,
  rest: (text: string) => void = () => {},
): AsyncGenerator<string> {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?(?:/>|>)`, 'g')
  let buffer = ''
  for await (const chunk of chunks) {
    buffer += chunk
    if (buffer.length > longest) throw bomb()
    let done = 0
    for (;;) {
      pattern.lastIndex = done
      const open = pattern.exec(buffer)
      if (!open) break
      if (open[0].endsWith('/>')) {
        yield open[0]
        done = open.index + open[0].length
        continue
      }
      const prefix = /^<(\w+:)?/.exec(open[0])?.[1] ?? ''
      const close = buffer.indexOf(`</${prefix}${name}>`, open.index)
      if (close < 0) {
        done = open.index
        break
      }
      done = close + prefix.length + name.length + 3
      yield buffer.slice(open.index, done)
    }
    // A tag may have been cut in two; what cannot be part of one is let go.
    const last = buffer.lastIndexOf('<')
    const unfinished = last < done ? buffer.length : last
    const isOpen = buffer.slice(done).search(pattern) >= 0
    if (!isOpen) rest(buffer.slice(done, unfinished))
    buffer = buffer.slice(isOpen ? done : unfinished)
  }
  rest(buffer)
}

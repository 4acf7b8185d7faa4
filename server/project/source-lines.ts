import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { project } from './project.ts'

/** Such as `file:///opt/agridesk/dist/server/main.js:1200:15`. */
const place = /file:\/\/\S*?\/dist\/server\/[\w.-]+\.js:\d+:\d+/g

/** The parts of a source map that are read. */
interface BuildMap {
  sources: string[]
  mappings: string
}

/** Places found before: an error often repeats. */
const known = new Map<string, string>()
const maxKnown = 1000

/**
 * A stack trace with the lines of the sources instead of those of the build. Node can do it too, but then it reads the maps
 * at each start and keeps them; here a map is read when an error is logged, and only as far as the line.
 */
export function withSourceLines(stack: string): string {
  const maps = new Map<string, BuildMap | undefined>()
  return stack.replaceAll(place, (found) => {
    const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(found)!
    const before = known.get(found)
    if (before !== undefined) return before
    if (!maps.has(file!)) maps.set(file!, readMap(file!))
    const source = sourceLine(maps.get(file!), Number(line), Number(column)) ?? found
    if (known.size >= maxKnown) known.clear()
    known.set(found, source)
    return source
  })
}

function readMap(file: string): BuildMap | undefined {
  try {
    return JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8'))
  } catch {
    return undefined // A trace of the build is better than none.
  }
}

/** From the folder of the project: server/run-server.ts:41:9 */
function sourceLine(map: BuildMap | undefined, line: number, column: number): string | undefined {
  const origin = map && originOf(map.mappings, line - 1, column - 1)
  const source = origin && map.sources[origin.source]
  if (!origin || source === undefined) return undefined
  const file = new URL(source, new URL('dist/server/', project))
  return `${file.href.replace(project.href, '')}:${origin.line + 1}:${origin.column + 1}`
}

interface Origin {
  source: number
  line: number
  column: number
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const bitsOf = new Uint8Array(128)
for (const [bits, digit] of [...digits].entries()) bitsOf[digit.charCodeAt(0)] = bits

/**
 * Lines end with `;`, their segments with `,`. A segment has the differences to the one before it: of the column, and of
 * the source, line and column of its origin. A number is in groups of 5 bits, the lowest first: bit 6 says that another
 * group follows, and the lowest bit of all is the sign. There are a million groups, so nothing is allocated for them.
 */
function originOf(mappings: string, line: number, column: number): Origin | undefined {
  const sums = new Int32Array(5)
  let found: Origin | undefined
  let row = 0
  let field = 0
  let value = 0
  let shift = 0
  for (let at = 0; at <= mappings.length && row <= line; at++) {
    const letter = at < mappings.length ? mappings[at]! : ';'
    if (letter === ',' || letter === ';') {
      if (row === line && field >= 4 && sums[0]! <= column)
        found = { source: sums[1]!, line: sums[2]!, column: sums[3]! }
      field = 0
      if (letter === ';') {
        row++
        sums[0] = 0
      }
      continue
    }
    const bits = bitsOf[letter.charCodeAt(0)]!
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    sums[field]! += value & 1 ? -(value >> 1) : value >> 1
    field++
    value = 0
    shift = 0
  }
  return found
}

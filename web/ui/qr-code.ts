/**
 * A QR code as rows of dark and light, after ISO/IEC 18004: bytes, error correction of level L, versions 1 to 6, always
 * the first mask. Whatever needs more than 134 bytes has none.
 */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text)
  const version = versions.find(({ data }) => bytes.length + 2 <= data)
  return version && drawn(version, codewords(version, bytes))
}

interface Version {
  number: number
  /** Codewords that hold data, and how many more each block of them has for correcting. */
  data: number
  blocks: number
  correcting: number
}

const versions: readonly Version[] = [
  { number: 1, data: 19, blocks: 1, correcting: 7 },
  { number: 2, data: 34, blocks: 1, correcting: 10 },
  { number: 3, data: 55, blocks: 1, correcting: 15 },
  { number: 4, data: 80, blocks: 1, correcting: 20 },
  { number: 5, data: 108, blocks: 1, correcting: 26 },
  { number: 6, data: 136, blocks: 2, correcting: 18 },
]

/** The bytes with their length before and filling behind them, then what corrects them; blocks take turns. */
function codewords({ data, blocks, correcting }: Version, bytes: Uint8Array): number[] {
  // Four bits say "bytes", eight how many: everything is moved by half a byte.
  const halves = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ]
  const all = Array.from(
    { length: halves.length / 2 },
    (_, at) => (halves[2 * at]! << 4) | halves[2 * at + 1]!,
  )
  for (let filling = 0xec; all.length < data; filling ^= 0xec ^ 0x11) all.push(filling)
  const size = data / blocks
  const parts = Array.from({ length: blocks }, (_, at) => all.slice(at * size, (at + 1) * size))
  const inTurns = (of: number[][]): number[] => of[0]!.flatMap((_, at) => of.map((part) => part[at]!))
  return [...inTurns(parts), ...inTurns(parts.map((part) => corrections(part, correcting)))]
}

/** In the field of 256 elements that QR codes count in. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

/** What is left of the data divided by (x − 1)(x − 2)(x − 4)…: Reed and Solomon's. */
export function corrections(data: readonly number[], count: number): number[] {
  let divisor = [1]
  for (let root = 1, at = 0; at < count; at++, root = times(root, 2))
    divisor = [...divisor, 0].map((each, place) => each ^ times(divisor[place - 1] ?? 0, root))
  const left = Array.from({ length: count }, () => 0)
  for (const byte of data) {
    const factor = byte ^ left.shift()!
    left.push(0)
    for (let at = 0; at < count; at++) left[at]! ^= times(divisor[at + 1]!, factor)
  }
  return left
}

function drawn({ number }: Version, all: readonly number[]): boolean[][] {
  const size = 17 + 4 * number
  const rows = Array.from({ length: size }, () => Array.from<boolean | undefined>({ length: size }))
  const set = (x: number, y: number, isDark: boolean): void => {
    if (rows[y] && x >= 0 && x < size) rows[y][x] = isDark
  }
  const square = (x: number, y: number, reach: number, isLight: (distance: number) => boolean): void => {
    for (let down = -reach; down <= reach; down++)
      for (let right = -reach; right <= reach; right++)
        set(x + right, y + down, !isLight(Math.max(Math.abs(right), Math.abs(down))))
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (distance) => distance === 2 || distance === 4)
  if (number > 1) square(size - 7, size - 7, 2, (distance) => distance === 1)
  // Level L and the first mask, with their own correction, twice.
  const format = 0b111011111000100
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark)
    set(bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, 8, isDark)
  }
  set(8, size - 8, true)
  fill(rows, all)
  return rows as boolean[][]
}

/** Two columns at a time from the right, up and down in turns, around what is there; every second one is turned over. */
function fill(rows: (boolean | undefined)[][], all: readonly number[]): void {
  const size = rows.length
  let at = 0
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (rows[y]![x] !== undefined) continue
        const bit = ((all[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
        at++
        rows[y]![x] = (bit === 1) !== ((x + y) % 2 === 0)
      }
    }
  }
}

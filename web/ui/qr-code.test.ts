import { expect, it } from 'vitest'
import { corrections, qrCode } from './qr-code.ts'

it('corrects as the example of the standard does', () => {
  const data = [
    0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
  ]
  expect(corrections(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55])
})

it('takes the smallest size that holds the text, and none for what is too long', () => {
  const sizes = [0, 17, 18, 32, 53, 78, 106, 107, 134].map((length) => qrCode('x'.repeat(length))?.length)
  expect(sizes).toEqual([21, 21, 25, 25, 29, 33, 37, 41, 41])
  expect(qrCode('x'.repeat(135))).toBeUndefined()
  expect(qrCode('₹'.repeat(45))).toBeUndefined()
})

it('draws what other programs draw', () => {
  const rows = qrCode('hello')!.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
  expect(rows).toEqual([
    '#######..#.##.#######',
    '#.....#..###..#.....#',
    '#.###.#.##.##.#.###.#',
    '#.###.#..#.#..#.###.#',
    '#.###.#...#.#.#.###.#',
    '#.....#.....#.#.....#',
    '#######.#.#.#.#######',
    '........##.##........',
    '###.########.##...#..',
    '.#####.###....#....##',
    '.######.#...#...#####',
    '..##..........#....#.',
    '....#.##.##.#.#.#....',
    '........##.#.#.#..###',
    '#######.####.###..###',
    '#.....#.######.##....',
    '#.###.#.####.###...##',
    '#.###.#...#...##..##.',
    '#.###.#.###.#...#.#.#',
    '#.....#.##....#.#..#.',
    '#######.#.#.#.##...##',
  ])
})

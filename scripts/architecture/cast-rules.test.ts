import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { castsIn, maxCasts } from './cast-rules.ts'
import { readTree } from './tree.ts'

const casts: [source: string, count: number][] = [
  ['b as string', 1],
  ['b as unknown as string', 2],
  ["String(b['name'])", 1],
  ['Number(b[name])', 1],
  ["String(b?.['name'] ?? '')", 1],
  ["Number((await c)['count']!)", 1],
  ["['b'] as const", 0],
  ['b satisfies string', 0],
  ['String(b.name)', 0],
  ['Number(match[1])', 0],
  ["'b as string' // b as string", 0],
]

describe('the casts that are counted', () => {
  it.each(casts)('%s: %i', (source, count) => {
    const tree = new Map([['web/ui/a.tsx', `import { c as d } from './d.tsx'\nexport const a = ${source}`]])
    expect(castsIn(tree)).toEqual(Array.from({ length: count }, () => ({ file: 'web/ui/a.tsx', line: 2 })))
  })

  it('leaves out tests and their helpers', () => {
    const files = ['web/ui/a.test.tsx', 'e2e/a.spec.ts', 'testing/a.ts', 'bench/a.ts', 'web/ui/a.css']
    expect(castsIn(new Map(files.map((file) => [file, 'b as string'])))).toEqual([])
  })

  it('has a maximum that is lowered with them', () => {
    const count = castsIn(readTree(fileURLToPath(new URL('../..', import.meta.url)))).length
    expect(maxCasts - count).toBeLessThan(10)
  })
})

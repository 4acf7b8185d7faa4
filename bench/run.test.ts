import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { OptionRefusal, readOptions } from './options.ts'
import type { Section } from './report.ts'
import { median, percentile } from './measure/statistics.ts'

const folder = mkdtempSync(join(tmpdir(), 'agridesk-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const command = fileURLToPath(new URL('run.ts', import.meta.url))

describe('the benchmark', () => {
  it('measures both servers and reports ratios', { timeout: 180_000 }, async () => {
    const json = join(folder, 'numbers.json')
    const size = ['--rows', '300', '--database', 'sqlite', '--rounds', '1', '--seconds', '1']
    const flags = [
      '--disable-warning=ExperimentalWarning',
      command,
      ...size,
      '--only',
      '1,5,7',
      '--json',
      json,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    expect(stdout).toContain('SQLite, 300 customers')
    const { sections } = JSON.parse(readFileSync(json, 'utf8')) as { sections: Section[] }
    const { lines } = sections[0]!
    expect(lines.map(({ number }) => number)).toEqual(['1', '5', '7b', '7', '7c'])
    for (const { ours, bare, ratio, goal, verdict } of lines) {
      expect(ours).toBeGreaterThan(0)
      expect(bare).toBeGreaterThan(0)
      expect(ratio).toBeGreaterThan(0)
      expect(goal ? ['met', 'missed'] : ['']).toContain(verdict)
    }
  })

  it('rejects invalid options', () => {
    expect(() => readOptions(['--database', 'oracle'])).toThrow(OptionRefusal)
    expect(() => readOptions(['--rows', 'many'])).toThrow('--rows should be a number')
    expect(() => readOptions(['--speed', '9'])).toThrow(OptionRefusal)
    expect(readOptions(['--rows', '100000,1000000', '--only', '4']).rows).toEqual([100_000, 1_000_000])
  })

  it('computes medians and percentiles', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 3, 100])).toBe(2.5)
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5)
  })
})

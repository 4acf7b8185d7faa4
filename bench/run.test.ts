import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { OptionRefusal, readOptions } from './options.ts'
import type { LoadNumbers } from './compare.ts'
import { columnRequests } from './peers/column-requests.ts'
import { cpuOf, isMet, tableOfPeers, type PeerLine } from './peers/report-peers.ts'
import type { Section } from './report.ts'
import type { Samples } from './rows/sample-requests.ts'
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

  it('reports peers by time and by CPU time, and judges by the latter', () => {
    expect(readOptions([]).peers).toBe(false)
    expect(readOptions(['--peers', '--only', '1,6']).peers).toBe(true)
    const load = (perSecond: number, serverCpu: number, databaseCpu: number): LoadNumbers => ({
      perSecond,
      p50: 1,
      p99: 2,
      serverCpu,
      databaseCpu,
      machineBusy: 1,
    })
    const line: PeerLine = {
      number: '1',
      work: 'read one',
      peer: 'Peer',
      unit: '/s',
      ours: 800,
      theirs: 100,
      ratio: 8,
      cpuRatio: 11,
      goal: 10,
      load: { ours: load(800, 0.8, 0.2), theirs: load(100, 9, 2) },
    }
    expect(cpuOf(line.load!.theirs) / cpuOf(line.load!.ours)).toBe(11)
    expect(isMet(line)).toBe(true)
    expect(isMet({ ...line, cpuRatio: null })).toBe(false)
    const table = tableOfPeers({
      database: 'SQLite',
      rows: 300,
      machineLoad: 1,
      lines: [line],
      absent: ['  PostgREST is not installed.'],
    })
    expect(table).toMatch(/read one +Peer +800\/s +100\/s +8\.00 +11\.00 +≥ 10 +met/)
    expect(table).toContain('PostgREST is not installed.')
  })

  it('sends a peer the rows that the others get, by column', () => {
    const customers = [{ Customer_Code: 'CU1', City_Code: 'A&B', Customer_Name: 'Anand Agro' }]
    const samples = { customers, needles: ['nand'] } as unknown as Samples
    const requests = columnRequests({
      one: (code) => `/customer?customer_code=eq.${code}`,
      page: '/customer?limit=50',
      ofCity: (city) => `city_code=eq.${city}`,
      containing: (needle) => `search_text=like.*${needle}*`,
      create: '/customer',
    })
    expect(requests['3']!(samples)).toEqual([{ path: '/customer?limit=50&city_code=eq.A%26B' }])
    expect(requests['4']!(samples)).toEqual([{ path: '/customer?limit=50&search_text=like.*nand*' }])
    const made = requests['5']!(samples)[0]!.setupRequest!({ path: '', headers: { authorization: 'x' } })
    expect(made).toMatchObject({ path: '/customer', headers: { authorization: 'x' } })
    const row = JSON.parse(String(made.body)) as Record<string, unknown>
    expect(row).toMatchObject({ customer_name: 'Anand Agro', version: 1 })
    expect(row['natural_key']).toBe(String(row['customer_code']).toLowerCase())
    expect(row['search_text']).toContain('anand agro')
  })

  it('computes medians and percentiles', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 3, 100])).toBe(2.5)
    expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
    expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5)
  })
})

import { bareName, makeData } from '../bench-data.ts'
import { cases, deepPages, isWanted, notBuilt, type Case } from '../rows/cases.ts'
import { compareSides, type Bench, type LoadNumbers } from '../compare.ts'
import { measureImportCheck } from '../rows/import-check.ts'
import { measureImport } from '../rows/import-speed.ts'
import { measureOfficeWork, officeRows } from '../rows/office-work.ts'
import type { BenchOptions } from '../options.ts'
import { fullMachine, rowOf, type Line, type Section, type Verdict } from '../report.ts'
import { readSamples } from '../rows/sample-requests.ts'
import { checkSameAnswers } from '../rows/same-answers.ts'
import { logIn, startSide } from '../sides.ts'
import { measureMemory, measureStarts } from '../rows/start-and-memory.ts'
import { measureTerritory } from '../rows/territory.ts'
import { measureInstances, type InstanceComparison } from '../rows/two-instances.ts'
import type { DatabaseName } from '#testing/databases.ts'

export const titles: Record<DatabaseName, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const verdictOf = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed')

/** Measures the selected rows on one database of one size. */
export async function measure(
  database: DatabaseName,
  rows: number,
  options: BenchOptions,
  say: (sentence: string) => void,
): Promise<Section> {
  const wanted = (number: string): boolean => isWanted(number, options.only)
  const title = titles[database]
  say(`${title}: creating ${rows.toLocaleString('en')} customers, twice`)
  const data = await makeData(database, rows)
  try {
    const headers = await logIn(data)
    await data.copy(bareName)
    const lines: Line[] = []
    // Printed at once, so that the results are not lost if a later row fails.
    const printed = (line: Line): Line => {
      say(`${title}: ${rowOf(line)}`)
      return line
    }
    if (wanted('8')) {
      say(`${title}: row 8, starting both`)
      lines.push(startLine(await measureStarts(data, headers, options.rounds)))
    }
    const servers = {
      ours: await startSide('ours', data, headers),
      bare: await startSide('bare', data, headers),
    }
    const samples = await readSamples(data, servers.ours.url, headers)
    const bench: Bench = { options, data, samples, headers }
    for (const each of cases.filter(({ number }) => wanted(number))) {
      say(`${title}: row ${each.number}, ${each.work}`)
      await checkSameAnswers(bench, servers, each)
      lines.push(printed(loadLine(each, await compareSides(bench, servers, each))))
    }
    if (wanted('12'))
      for await (const line of measureTerritory(bench, servers.ours)) lines.push(printed(line))
    if (wanted('6')) {
      say(`${title}: row 6, an import`)
      lines.push(printed(await measureImport(bench, servers.ours)))
    }
    if (officeRows.some(wanted))
      for await (const line of measureOfficeWork(bench, servers.ours, wanted)) lines.push(printed(line))
    await Promise.all([servers.ours.stop(), servers.bare.stop()])
    if (wanted('18')) {
      say(`${title}: row 18, the check of an import`)
      lines.push(printed(await measureImportCheck(bench, options.rounds)))
    }
    judgeDeepPages(lines)
    if (wanted('9')) {
      say(`${title}: row 9, memory`)
      lines.push(...memoryLines(await measureMemory(bench)))
    }
    if (wanted('11') && database === 'postgres') {
      say(`${title}: row 11, two instances`)
      const { reads, creates } = await measureInstances(bench)
      lines.push(instanceLine('two instances, reads', reads), instanceLine('two instances, creates', creates))
    }
    lines.push(...notBuilt.filter(({ number }) => wanted(number)).map(absentLine))
    const order = (line: Line): number => Number.parseInt(line.number, 10)
    return { database: title, rows, lines: lines.toSorted((one, other) => order(one) - order(other)) }
  } finally {
    await data.drop()
  }
}

interface Sides {
  numbers: { ours: LoadNumbers; bare: LoadNumbers }
  ratio: number
}

function loadLine({ number, work, goal }: Case, { numbers, ratio }: Sides): Line {
  return {
    number,
    work,
    unit: '/s',
    ours: numbers.ours.perSecond,
    bare: numbers.bare.perSecond,
    ratio,
    goal: goal === undefined ? '' : `≥ ${goal} × bare`,
    verdict: goal === undefined ? '' : verdictOf(ratio >= goal),
    load: numbers,
  }
}

/** A deep page is compared with our own first page, because a cursor should cost the same at any depth. */
function judgeDeepPages(lines: Line[]): void {
  for (const [deepNumber, firstNumber] of Object.entries(deepPages)) {
    const first = lines.find(({ number }) => number === firstNumber)?.load
    const deep = lines.find(({ number }) => number === deepNumber)
    if (!deep?.load || !first) continue
    const costs = deep.load.ours.p50 / first.ours.p50
    deep.goal = '≤ 1.5 × first page'
    deep.verdict = verdictOf(costs <= 1.5)
    deep.note = `the page at nine tenths takes ${costs.toFixed(2)} × the first page's p50`
  }
}

const startLine = ({ ours, bare }: { ours: number; bare: number }): Line => ({
  number: '8',
  work: 'cold start to the first page',
  unit: 'ms',
  ours,
  bare,
  ratio: ours / bare,
  goal: '≤ 2,000 ms',
  verdict: verdictOf(ours <= 2000),
})

function memoryLines(sides: Awaited<ReturnType<typeof measureMemory>>): Line[] {
  const line = (when: 'idle' | 'loaded', max: number): Line => {
    const [ours, bare] = [sides.ours[when], sides.bare[when]]
    return {
      number: '9',
      work: `resident memory, ${when === 'idle' ? 'idle' : 'after load'}`,
      unit: 'MB',
      ours: ours.resident,
      bare: bare.resident,
      ratio: ours.resident / bare.resident,
      goal: `≤ ${max} MB`,
      verdict: verdictOf(ours.resident <= max),
      note: `${when === 'idle' ? 'idle' : 'after load'}, of which file pages: ${Math.round(ours.files)} / ${Math.round(bare.files)} MB`,
    }
  }
  return [line('idle', 150), line('loaded', 300)]
}

function instanceLine(work: string, { numbers: { two, one }, ratio }: InstanceComparison): Line {
  const isFull = ratio < 1.6 && two.machineBusy >= fullMachine
  return {
    number: '11',
    work,
    unit: '/s',
    ours: two.perSecond,
    bare: one.perSecond,
    ratio,
    goal: '≥ 1.6 × one',
    verdict: isFull ? 'machine full' : verdictOf(ratio >= 1.6),
    load: { ours: two, bare: one },
    note: `here "bare" is one instance; the machine was ${Math.round(one.machineBusy * 100)} % busy with one and ${Math.round(two.machineBusy * 100)} % with two`,
  }
}

const absentLine = ({ number, work, goal }: (typeof notBuilt)[number]): Line => ({
  number,
  work,
  unit: '',
  ours: null,
  bare: null,
  ratio: null,
  goal,
  verdict: 'not built yet',
})

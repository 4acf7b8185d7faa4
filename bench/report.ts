import type { LoadNumbers } from './compare.ts'

export type Verdict = 'met' | 'missed' | 'machine full' | 'not built yet' | ''

/** A row of the table: the results of both sides, and whether the goal is met. */
export interface Line {
  number: string
  work: string
  unit: '/s' | 'ms' | 'MB' | ''
  ours: number | null
  bare: number | null
  ratio: number | null
  goal: string
  verdict: Verdict
  /** Only for rows with load. */
  load?: { ours: LoadNumbers; bare: LoadNumbers }
  note?: string
}

export interface Section {
  database: string
  rows: number
  lines: Line[]
}

/** Above this CPU utilisation a machine cannot show what a second instance would add. */
export const fullMachine = 0.93

const headings = [
  '#',
  'work',
  'ours',
  'bare',
  'ratio',
  'goal',
  '',
  'p50 ms ours/bare',
  'p99 ms ours/bare',
  'CPU ms ours/bare',
]

export function tableOf({ database, rows, lines }: Section): string {
  const text = aligned([headings, ...lines.map(cellsOf)], [1, 5, 6])
  const notes = lines.filter(({ note }) => note).map(({ number, note }) => `  ${number}: ${note}`)
  return [`${database}, ${rows.toLocaleString('en')} customers`, ...text, ...notes].join('\n')
}

/** The columns with these numbers are texts; the others are aligned to the right. */
export function aligned(cells: readonly string[][], texts: readonly number[]): string[] {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  return cells.map((row) =>
    row
      .map((cell, at) => (texts.includes(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  )
}

/** A row without column alignment. */
export const rowOf = (line: Line): string => cellsOf(line).filter(Boolean).join('  ')

function cellsOf(line: Line): string[] {
  const { ours, bare } = line.load ?? {}
  const pair = (pick: (numbers: LoadNumbers) => string): string =>
    ours && bare ? `${pick(ours)} / ${pick(bare)}` : ''
  const cpu = ({ serverCpu, databaseCpu }: LoadNumbers): string =>
    databaseCpu > 0 ? `${short(serverCpu)}+${short(databaseCpu)}` : short(serverCpu)
  return [
    line.number,
    line.work,
    withUnit(line.ours, line.unit),
    withUnit(line.bare, line.unit),
    line.ratio === null ? '' : line.ratio.toFixed(2),
    line.goal,
    line.verdict,
    pair(({ p50 }) => short(p50)),
    pair(({ p99 }) => short(p99)),
    pair(cpu),
  ]
}

export const short = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2)

export const withUnit = (value: number | null, unit: Line['unit']): string => {
  if (value === null) return ''
  const number = Math.round(value).toLocaleString('en')
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`
}

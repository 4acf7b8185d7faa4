import type { Figure, Finding } from './figure.ts'

export interface Line {
  number: number
  promise: string
  measured: string
  verdict: 'met' | 'missed'
  /** The day, and how busy the machine was when it began. */
  when: string
}

export const lineOf = ({ number, promise }: Figure, { measured, isMet }: Finding, when: string): Line => ({
  number,
  promise,
  measured,
  verdict: isMet ? 'met' : 'missed',
  when,
})

export function tableOf(lines: readonly Line[]): string {
  const block = ({ number, promise, measured, verdict, when }: Line): string =>
    [
      `${String(number).padStart(2)}  ${verdict.padEnd(6)}  ${promise}`,
      `            ${measured}`,
      `            ${when}`,
    ].join('\n')
  return lines.map(block).join('\n')
}

const cellsOf = ({ number, promise, measured, verdict, when }: Line): string =>
  `| ${number} | ${promise} | ${measured.replaceAll('|', '/')} | ${verdict} | ${when} |`

const numberOf = (row: string): number => Number(/^\| (\d+) \|/.exec(row)?.[1])

/** The document with the rows of what was measured now in the place of what was measured before. */
export function writeLines(document: string, lines: readonly Line[]): string {
  const rows = document.split('\n')
  const first = rows.findIndex((row) => row.startsWith('| --- |')) + 1
  if (first === 0) throw new Error('The document has no table to write into')
  let end = first
  while (rows[end]?.startsWith('|')) end++
  const fresh = new Set(lines.map(({ number }) => number))
  const kept = rows.slice(first, end).filter((row) => !fresh.has(numberOf(row)))
  const table = [...kept, ...lines.map(cellsOf)].toSorted((one, other) => numberOf(one) - numberOf(other))
  return [...rows.slice(0, first), ...table, ...rows.slice(end)].join('\n')
}

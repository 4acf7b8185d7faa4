import type { Figure, Finding } from './figure.ts'

export interface Line {
  number: number
  guarantee: string
  measured: string
  verdict: 'met' | 'missed'
  /** The day, and the load of the machine at the start. */
  when: string
}

export const lineOf = (
  { number, guarantee }: Pick<Figure, 'number' | 'guarantee'>,
  { measured, isMet }: Finding,
  when: string,
): Line => ({
  number,
  guarantee,
  measured,
  verdict: isMet ? 'met' : 'missed',
  when,
})

export function tableOf(lines: readonly Line[]): string {
  const block = ({ number, guarantee, measured, verdict, when }: Line): string =>
    [
      `${String(number).padStart(2)}  ${verdict.padEnd(6)}  ${guarantee}`,
      `            ${measured}`,
      `            ${when}`,
    ].join('\n')
  return lines.map(block).join('\n')
}

const cellsOf = ({ number, guarantee, measured, verdict, when }: Line): string =>
  `| ${number} | ${guarantee} | ${measured.replaceAll('|', '/')} | ${verdict} | ${when} |`

const numberOf = (row: string): number => Number(/^\| (\d+) \|/.exec(row)?.[1])

/** Replaces the rows of the measured figures in the document. */
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

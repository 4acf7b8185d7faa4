import type { LoadNumbers } from '../compare.ts'
import { aligned, short, withUnit, type Line } from '../report.ts'

/** One row of the table: our result beside that of a peer. */
export interface PeerLine {
  number: string
  work: string
  peer: string
  unit: Line['unit']
  ours: number
  theirs: number
  /** How many times as fast or as small we are, by the unit. */
  ratio: number
  /** The same by the CPU time of server and database, for rows with load. */
  cpuRatio: number | null
  /** The least number of times; judged by CPU time where it is known, which is the steadier number. */
  goal: number
  load?: { ours: LoadNumbers; theirs: LoadNumbers }
  note?: string
}

export interface PeerSection {
  database: string
  rows: number
  /** The average number of processes that wanted to run in the minute before. */
  machineLoad: number
  lines: PeerLine[]
  /** Why a peer was not measured. */
  absent: string[]
}

export const peerHeadings = [
  '#',
  'work',
  'peer',
  'ours',
  'theirs',
  '× by time',
  '× by CPU',
  'goal',
  '',
  'p99 ms',
  'CPU ms',
]
const texts = [1, 2, 8]

export const isMet = ({ ratio, cpuRatio, goal }: PeerLine): boolean => (cpuRatio ?? ratio) >= goal

export const cpuOf = ({ serverCpu, databaseCpu }: LoadNumbers): number => serverCpu + databaseCpu

export function tableOfPeers({ database, rows, machineLoad, lines, absent }: PeerSection): string {
  const title = `${database}, ${rows.toLocaleString('en')} customers, load of the machine before ${machineLoad.toFixed(1)}`
  const notes = lines.filter(({ note }) => note).map(({ number, note }) => `  ${number}: ${note}`)
  return [title, ...aligned([peerHeadings, ...lines.map(cellsOf)], texts), ...notes, ...absent].join('\n')
}

export const peerRowOf = (line: PeerLine): string => cellsOf(line).filter(Boolean).join('  ')

function cellsOf(line: PeerLine): string[] {
  const { ours, theirs } = line.load ?? {}
  const pair = (pick: (numbers: LoadNumbers) => string): string =>
    ours && theirs ? `${pick(ours)} / ${pick(theirs)}` : ''
  return [
    line.number,
    line.work,
    line.peer,
    withUnit(line.ours, line.unit),
    withUnit(line.theirs, line.unit),
    line.ratio.toFixed(2),
    line.cpuRatio === null ? '' : line.cpuRatio.toFixed(2),
    `≥ ${line.goal}`,
    isMet(line) ? 'met' : 'missed',
    pair(({ p99 }) => short(p99)),
    pair(({ serverCpu, databaseCpu }) =>
      databaseCpu > 0 ? `${short(serverCpu)}+${short(databaseCpu)}` : short(serverCpu),
    ),
  ]
}

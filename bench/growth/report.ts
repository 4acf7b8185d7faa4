import type { SizeNumbers } from './measure-size.ts'

/** A request may take so many times as long among ten times as many rows. */
const maxGrowth = 3

const millions = (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`
const whole = (count: number): string => Math.round(count).toLocaleString('en')

/** The table of a document: every kind of request with its latency at each size, and what its p99 grew by. */
export function growthTable(sizes: readonly SizeNumbers[]): string {
  const [small, large] = [sizes[0]!, sizes.at(-1)!]
  const heading = sizes.map(({ customers }) => `${whole(customers)} customers`)
  const rows = large.works.map(({ name, p99 }, at) => {
    const cells = sizes.map(({ works }) => {
      const { p50, p99: tail, cpu } = works[at]!
      return `${p50.toFixed(1)} / ${tail.toFixed(1)} ms, ${cpu.toFixed(1)} ms CPU`
    })
    return row(name, ...cells, small === large ? '' : verdictOf(p99 / small.works[at]!.p99))
  })
  const facts = [
    row('start to the first page', ...sizes.map(({ startedIn }) => `${whole(startedIn)} ms`), ''),
    row('database', ...sizes.map(({ bytes }) => millions(bytes)), ''),
    ...tablesOf(large).map((table) =>
      row(`${table}, bytes a row`, ...sizes.map((size) => bytesARow(size, table)), ''),
    ),
    row(
      'a day of one representative',
      ...sizes.map(
        ({ day }) =>
          `${day.cpuSeconds.toFixed(2)} s CPU, p99 ${whole(day.p99)} ms, ${day.refused} of ${whole(day.requests)} refused`,
      ),
      '',
    ),
    row(
      'of it in the database, and what a replica could take of that',
      ...sizes.map(
        ({ day: { databaseSeconds, replicaSeconds } }) =>
          `${databaseSeconds.toFixed(2)} s, ${Math.round((replicaSeconds / databaseSeconds) * 100)} %`,
      ),
      '',
    ),
    row('representatives per core', ...sizes.map(({ day }) => whole(day.representativesPerCore)), ''),
  ]
  const first = row('', ...heading, small === large ? '' : 'p99, large by small')
  return [first, row(...Array.from({ length: sizes.length + 2 }, () => '---')), ...rows, ...facts].join('\n')
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`

const verdictOf = (growth: number): string => `${growth.toFixed(2)} ${growth <= maxGrowth ? 'met' : 'missed'}`

const tablesOf = ({ tables }: SizeNumbers): string[] =>
  tables.filter(({ rows }) => rows >= 1000).map(({ table }) => table)

function bytesARow({ tables }: SizeNumbers, name: string): string {
  const table = tables.find((each) => each.table === name)
  return table && table.rows > 0
    ? `${whole(table.bytes / table.rows)} (${whole(table.rows)} rows, ${millions(table.bytes)})`
    : ''
}

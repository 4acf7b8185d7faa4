import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'
import { databaseNames, type DatabaseName } from '#testing/databases.ts'
import { makeData } from '../bench-data.ts'
import { median, percentile } from '../measure/statistics.ts'
import { send } from '../rows/accounts.ts'
import type { RunningServer } from '../rows/server-start.ts'
import { logIn, startSide, type Headers } from '../sides.ts'

// `node scripts/run.mjs bench/planning/others.ts [rounds] [database]`: how long lists and saved visits of others take while plans are
// solved, against the same requests in between, on a real server with 10,000 customers, on both databases.

const rounds = Number(process.argv[2] ?? 3)
const only = process.argv[3]
const idleSeconds = 10

/** A list and a saved visit in turn, by one client, until the work ends. */
async function timesUntil(
  server: RunningServer,
  headers: Headers,
  codes: Iterator<string>,
  end: Promise<unknown>,
): Promise<number[]> {
  const over = new AbortController()
  void end.finally(() => over.abort()).catch(() => {})
  const times: number[] = []
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
    await sleep(20)
  }
  const Day = workingDay(addDays(dayIn(new Date(), 'Asia/Kolkata'), 60))
  while (!over.signal.aborted) {
    await timed(() => send(server, headers, 'GET', '/api/v1/customers?sort=Customer_Name&limit=50'))
    const plan = { Customer_Codes: [codes.next().value], Day, From: '11:00' }
    await timed(() => send(server, headers, 'POST', '/api/v1/visit-plans', plan))
  }
  return times
}

const workingDay = (day: string): string => (weekdayOf(day) === 'sunday' ? addDays(day, 1) : day)

async function measure(database: DatabaseName): Promise<void> {
  const data = await makeData(database, 10_000)
  try {
    const headers = await logIn(data)
    const server = await startSide('ours', data, headers)
    const codes = (await data.query('select customer_code from customer order by customer_code'))
      .map((row) => String(row['customer_code']))
      .values()
    const owners = await data.query(
      'select employee_number, count(*) as n from assignment group by employee_number order by n desc limit 20',
    )
    const tomorrow = addDays(dayIn(new Date(), 'Asia/Kolkata'), 1)
    const period = { From_Date: tomorrow, To_Date: addDays(tomorrow, 30) }
    const solve = async (employee: string): Promise<void> => {
      const body = { Employee_Numbers: [employee], ...period }
      const { items } = await send(server, headers, 'POST', '/api/v1/planning', body)
      const [plan] = items as { Plan_ID: string }[]
      for (;;) {
        const { run } = await send(server, headers, 'GET', `/api/v1/planning/${plan!.Plan_ID}`)
        if (!['waiting', 'running'].includes((run as { state: string }).state)) return
        await sleep(500)
      }
    }
    // The first start of a day checks the data; it, and the first plan, warm up.
    await timesUntil(server, headers, codes, sleep(15_000))
    await solve(String(owners[0]!['employee_number']))
    const p99 = (times: number[]): number => percentile(times, 0.99)
    const [idle, meanwhile, ratios]: [number[], number[], number[]] = [[], [], []]
    for (let round = 1; round <= rounds; round++) {
      // Idle before and after, as the machine may do other work as well.
      const before = await timesUntil(server, headers, codes, sleep(idleSeconds * 500))
      const solving = solve(String(owners[round % owners.length]!['employee_number']))
      const times = await timesUntil(server, headers, codes, solving)
      await solving
      const after = await timesUntil(server, headers, codes, sleep(idleSeconds * 500))
      const ratio = p99(times) / p99([...before, ...after])
      console.log(
        `  round ${round}: idle ${p99([...before, ...after]).toFixed(1)} ms, solving ${p99(times).toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
      )
      idle.push(...before, ...after)
      meanwhile.push(...times)
      ratios.push(ratio)
    }
    const line = (times: number[]): string =>
      `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99(times).toFixed(1)} ms (${times.length} requests)`
    console.log(
      `${database}: idle ${line(idle)}; while a plan is solved ${line(meanwhile)}; p99 ratio ${(p99(meanwhile) / p99(idle)).toFixed(2)}, median of ${rounds} rounds ${median(ratios).toFixed(2)}`,
    )
    await server.stop()
  } finally {
    await data.drop()
  }
}

for (const database of databaseNames) if (only === undefined || only === database) await measure(database)

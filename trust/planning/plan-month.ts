import { largestMonth } from '../../bench/planning/territory.ts'
import { newFlag, Solver } from '#server/planning/solver.ts'
import { combine, type Figure, type Finding } from '../figure.ts'

const maxSeconds = 10
/** The server's default, `PLAN_SECONDS`. */
const seconds = 9
const employees = [9, 3, 15]

/** Months of different employees, each solved as the server does it: in a thread, by the clock. */
export const planMonth: Figure = {
  number: 19,
  guarantee:
    'a month of 300 customers over 24 days is proposed within 10 s, from the request to the answer of the solver thread; the gap to the bound is reported',
  measure: async (_options, say) => {
    say('19: months of 300 customers')
    const solver = new Solver()
    const findings: Finding[] = []
    // The thread of the solver does not keep a process running.
    const running = setInterval(() => {}, 1000)
    try {
      for (const employee of employees) findings.push(await solveMonth(solver, employee))
    } finally {
      clearInterval(running)
      await solver.close()
    }
    return combine(findings)
  },
}

async function solveMonth(solver: Solver, employee: number): Promise<Finding> {
  const problem = largestMonth(employee)
  const began = performance.now()
  const { figures, gap } = await solver.solve(problem, { seconds, cancelled: newFlag() })
  const took = (performance.now() - began) / 1000
  const [customers, days] = [problem.customers.length, problem.days.length]
  return {
    measured: `${customers} customers, ${days} days: ${took.toFixed(1)} s, ${figures.planned} planned, gap ${(gap * 100).toFixed(1)} %`,
    isMet: took <= maxSeconds && customers === 300 && days === 24 && figures.planned > 0 && gap >= 0,
  }
}

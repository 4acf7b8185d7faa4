import { greedyPlan } from '#domain/planning/greedy.ts'
import { distancesOf, figuresOf } from '#domain/planning/problem.ts'
import { solvePlan } from '#domain/planning/solve-plan.ts'
import { loadSolver } from '#server/planning/highs-solver.ts'
import { problemOfEmployee } from './territory.ts'

// `node scripts/run.mjs bench/planning/measure.ts [seconds] [employees]`: the plans of December of the sample territory of 10,000
// customers over 20 employees, against the most overdue first and the nearest next; then 300 customers over 24 days.

const seconds = Number(process.argv[2] ?? 9)
const employees = Number(process.argv[3] ?? 20)
const solve = await loadSolver()
/** CPU time: on a busy machine the wall clock would measure the others. */
const clock = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const percent = (one: number, other: number): string => `${((one / other - 1) * 100).toFixed(1)} %`

const sums = { late: 0, lateGreedy: 0, way: 0, wayGreedy: 0, planned: 0, plannedGreedy: 0 }
for (let employee = 1; employee <= employees; employee++) {
  const problem = problemOfEmployee(employee, 500)
  const distances = distancesOf(problem)
  const greedy = figuresOf(problem, distances, greedyPlan(problem, distances))
  const { figures, gap } = solvePlan(problem, { solve, clock, seconds })
  sums.late += figures.lateness
  sums.lateGreedy += greedy.lateness
  sums.way += figures.kilometres
  sums.wayGreedy += greedy.kilometres
  sums.planned += figures.planned
  sums.plannedGreedy += greedy.planned
  const due = problem.customers.length
  console.log(
    `employee ${employee}: ${due} due, ${figures.planned} planned (greedy ${greedy.planned}), lateness ${percent(figures.lateness, greedy.lateness)}, travel ${percent(figures.kilometres, greedy.kilometres)}, gap ${(gap * 100).toFixed(1)} %`,
  )
}
console.log(
  `all: lateness ${percent(sums.late, sums.lateGreedy)}, travel ${percent(sums.way, sums.wayGreedy)}, visits ${sums.planned} (greedy ${sums.plannedGreedy})`,
)

const month = problemOfEmployee(99, 320, 28)
const began = { cpu: clock(), wall: performance.now() }
const { figures, gap } = solvePlan(
  { ...month, customers: month.customers.slice(0, 300) },
  { solve, clock, seconds },
)
console.log(
  `${Math.min(300, month.customers.length)} customers, ${month.days.length} days: ${((clock() - began.cpu) / 1000).toFixed(1)} s of CPU time, ${((performance.now() - began.wall) / 1000).toFixed(1)} s, ${figures.planned} planned, gap ${(gap * 100).toFixed(1)} %`,
)

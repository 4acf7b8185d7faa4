import { greedyPlan } from '#domain/planning/greedy.ts'
import { distancesOf, figuresOf } from '#domain/planning/problem.ts'
import { solvePlan } from '#domain/planning/solve-plan.ts'
import { loadSolver } from '#server/planning/highs-solver.ts'
import { employeeCount, largestMonth, problemOfEmployee, territories, type Territory } from './territory.ts'

// `node scripts/run.mjs bench/planning/measure.ts [seconds] [employees]`; bench/planning/README.md says what it prints.

const seconds = Number(process.argv[2] ?? 9)
const employees = Number(process.argv[3] ?? employeeCount)
const solve = await loadSolver()
/** CPU time: on a busy machine the wall clock would measure the others. */
const clock = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const change = (one: number, other: number): string => `${((one / other - 1) * 100).toFixed(1)} %`
const share = (value: number): string => `${(value * 100).toFixed(1)} %`

function measure(territory: Territory): void {
  console.log(`${territory.name}:`)
  const sums = { late: 0, lateGreedy: 0, way: 0, wayGreedy: 0, planned: 0, plannedGreedy: 0 }
  for (let employee = 1; employee <= employees; employee++) {
    const problem = problemOfEmployee(territory, employee)
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
      `  employee ${employee}: ${due} due, ${figures.planned} planned (greedy ${greedy.planned}), lateness ${change(figures.lateness, greedy.lateness)}, travel ${change(figures.kilometres, greedy.kilometres)}, gap ${share(gap)}`,
    )
  }
  console.log(
    `  all: lateness ${change(sums.late, sums.lateGreedy)}, travel ${change(sums.way, sums.wayGreedy)}, visits ${sums.planned} (greedy ${sums.plannedGreedy})`,
  )
}

for (const territory of territories) measure(territory)

const month = largestMonth(9)
const began = { cpu: clock(), wall: performance.now() }
const { figures, gap } = solvePlan(month, { solve, clock, seconds })
console.log(
  `${month.customers.length} customers, ${month.days.length} days: ${((clock() - began.cpu) / 1000).toFixed(1)} s of CPU time, ${((performance.now() - began.wall) / 1000).toFixed(1)} s, ${figures.planned} planned, gap ${share(gap)}`,
)

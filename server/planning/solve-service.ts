import { dayIn } from '#domain/dates/moments.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { t } from '#domain/messages/t.ts'
import { maxVisitsOfAll } from '#domain/planning/limits.ts'
import { distancesOf, type PlanProblem } from '#domain/planning/problem.ts'
import type { PlanReport } from '#domain/planning/report.ts'
import { timesOf } from '#domain/planning/route.ts'
import type { SolvedPlan } from '#domain/planning/solve-plan.ts'
import { timeOfDay } from '#domain/planning/working-time.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../store/new-id.ts'
import type { WorkPlanRun } from '#domain/api/planning/work-plans.ts'
import { findMeasures } from './find-measures.ts'
import { isPlannedOn, planInput, type PlanInput } from './plan-input.ts'
import {
  findPlan,
  lockPlan,
  replaceStops,
  stopsOf,
  valuesOf,
  type StopValues,
  type WorkPlan,
} from './plan-records.ts'
import { beginRun, changeRun, findRun, isUnderWay, setRun, type PlanRun } from './plan-run-store.ts'
import { refuseUnlessEditable, requireOwnPlan } from './planning-save-hooks.ts'
import { newFlag, Solver } from './solver.ts'

const heartbeatMilliseconds = 2000

interface Job {
  ctx: Context
  plan: string
  runId: string
  cancelled: Int32Array
}

/** Solves the plans of this process, one after the other. */
export class PlanSolver {
  readonly #solver = new Solver()
  readonly #jobs: Job[] = []
  #work: Promise<void> = Promise.resolve()
  #isClosing = false

  /** Starts solving a plan; while it is being solved, here or by another instance, that is refused, or replaces the run. */
  async start(ctx: Context, code: string, { restart = false } = {}): Promise<WorkPlanRun> {
    const runId = newId(ctx.now())
    const plan = await ctx.store.transaction(async (tx) => {
      const { plan: locked } = await lockPlan(ctx, tx, code)
      await requireOwnPlan(ctx, tx, locked.Employee_Number)
      refuseUnlessEditable(locked)
      refusePast(ctx, locked)
      if (!restart && isUnderWay(await findRun(tx, locked.Plan_ID), ctx.now()))
        throw conflict(
          t('Plan {plan} is being solved already. Wait until it is done, or cancel it', {
            plan: locked.Plan_ID,
          }),
        )
      await beginRun(tx, locked.Plan_ID, runId, ctx.now())
      return locked
    })
    this.#stop(plan.Plan_ID)
    const job: Job = { ctx, plan: plan.Plan_ID, runId, cancelled: newFlag() }
    this.#jobs.push(job)
    this.#work = this.#work.then(() => this.#run(job))
    return { state: 'waiting', progress: 0 }
  }

  /** Asks the instance that solves the plan to stop; one that was killed is not asked. */
  async cancel(ctx: Context, code: string): Promise<void> {
    const { Plan_ID } = await findPlan(ctx, code)
    await ctx.store.transaction(async (tx) => {
      const { plan } = await lockPlan(ctx, tx, Plan_ID)
      await requireOwnPlan(ctx, tx, plan.Employee_Number)
      if (!isUnderWay(await findRun(tx, Plan_ID), ctx.now()))
        throw conflict(t('Plan {plan} is not being solved', { plan: Plan_ID }))
      await setRun(tx, Plan_ID, { is_cancelled: 1 })
    })
    this.#stop(Plan_ID)
  }

  #stop(plan: string): void {
    for (const job of this.#jobs) if (job.plan === plan) Atomics.store(job.cancelled, 0, 1)
  }

  /** Waits until nothing is being solved, for tests. */
  async idle(): Promise<void> {
    await this.#work
  }

  async close(): Promise<void> {
    this.#isClosing = true
    for (const { cancelled } of this.#jobs) Atomics.store(cancelled, 0, 1)
    await this.#solver.close()
    await this.#work
  }

  async #run(job: Job): Promise<void> {
    const { ctx, plan, runId } = job
    // The waiting jobs of this process are alive as well.
    const heartbeat = setInterval(() => void this.#beat(ctx), heartbeatMilliseconds).unref()
    try {
      if (this.#isClosing) return
      const solve = await this.#solve(job)
      await ctx.store.transaction((tx) => solve(tx))
    } catch (error) {
      ctx.log.warn({ err: error, plan }, 'a plan could not be solved')
      await ctx.store
        .transaction((tx) => changeRun(tx, plan, runId, { state: 'failed' }))
        .catch(() => undefined)
    } finally {
      clearInterval(heartbeat)
      this.#jobs.splice(this.#jobs.indexOf(job), 1)
    }
  }

  async #beat(ctx: Context): Promise<void> {
    const alive_at = ctx.now().toISOString()
    for (const job of this.#jobs) {
      await ctx.store
        .transaction((tx) => changeRun(tx, job.plan, job.runId, { alive_at }))
        .then((run) => stopIfAsked(run, job.cancelled))
        .catch(() => undefined)
    }
  }

  async #solve({
    ctx,
    plan: code,
    runId,
    cancelled,
  }: Job): Promise<(tx: Parameters<typeof changeRun>[0]) => Promise<void>> {
    const plan = await findPlan(ctx, code)
    const pinned = (await stopsOf(ctx.store.read, code)).filter(({ Is_Fixed }) => Is_Fixed === 'yes')
    const input = await planInput(ctx, plan, pinned)
    let shown = -10
    const onProgress = (share: number): void => {
      const progress = Math.min(95, Math.round(share * 90))
      if (progress < shown + 10) return
      shown = progress
      ctx.store
        .transaction((tx) =>
          changeRun(tx, code, runId, { progress, state: 'running', alive_at: ctx.now().toISOString() }),
        )
        .then((run) => stopIfAsked(run, cancelled))
        .catch(() => undefined)
    }
    onProgress(0)
    const seconds = ctx.config.planSeconds
    const request = { seconds, cancelled, onProgress }
    const solved = await this.#solver.solve(input.problem, request)
    const solveAgain = (problem: PlanProblem): Promise<SolvedPlan> =>
      this.#solver.solve(problem, { seconds: Math.min(2.5, seconds), cancelled })
    const isCancelled = Atomics.load(cancelled, 0) !== 0
    const measures = isCancelled ? [] : await findMeasures(ctx, plan, input, solved, solveAgain)
    return async (tx) => {
      const { plan: locked, plans } = await lockPlan(ctx, tx, code)
      // Another instance may have been asked to cancel it, and answered so, after the solver looked last.
      const isAsked = (await findRun(tx, code))?.is_cancelled === 1
      const report: PlanReport = {
        ...reportOn(input, solved),
        measures,
        isCancelled: isCancelled || isAsked,
      }
      const state = report.isCancelled ? 'cancelled' : 'done'
      const run = await changeRun(tx, code, runId, { state, progress: 100, report: JSON.stringify(report) })
      // Another run has begun, or the plan was sent or accepted meanwhile: that one counts.
      if (!run || (locked.State !== 'draft' && locked.State !== 'returned')) return
      await replaceStops(ctx, tx, code, stopsIn(ctx, locked, input, solved))
      await plans.update(locked, {
        ...valuesOf(locked),
        Visits_Due: report.due,
        Visits_In_Time: report.planned,
        Kilometres: Math.round(report.kilometres),
      })
    }
  }
}

/** Another instance may have been asked to cancel the run, or has begun another one. */
function stopIfAsked(run: PlanRun | undefined, cancelled: Int32Array): void {
  if (!run || run.is_cancelled) Atomics.store(cancelled, 0, 1)
}

/** The days of a plan have not all passed. */
export function refusePast(
  ctx: Context,
  { To_Date, From_Date }: Pick<WorkPlan, 'To_Date' | 'From_Date'>,
): void {
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  if (From_Date >= today) return
  throw invalid([
    {
      field: 'From_Date',
      message:
        To_Date < today
          ? t('The plan ended on {date}. Plan days from today on', { date: formatDate(To_Date) })
          : t('The plan began on {date}. Plan days from today on', { date: formatDate(From_Date) }),
    },
  ])
}

export function reportOn(
  { problem, due, notes }: PlanInput,
  { days, figures, gap, atMost, isCancelled }: SolvedPlan,
): Omit<PlanReport, 'measures'> {
  const planned = new Set(days.flat().map((at) => problem.customers[at]!.code))
  const others = notes.reduce((sum, note) => (note.kind === 'less urgent' ? sum + note.count : sum), 0)
  const urgency = new Map(problem.customers.map(({ code, weight }) => [code, weight]))
  const leftOut = [...due.values()]
    .filter(({ row }) => !planned.has(row.customer_code))
    .map(({ row, due: day }) => ({ code: row.customer_code, due: day }))
    .toSorted((one, other) => (urgency.get(other.code) ?? 0) - (urgency.get(one.code) ?? 0))
  return {
    due: due.size,
    considered: problem.customers.length,
    planned: planned.size,
    atMost: others > 0 ? maxVisitsOfAll(problem, others) : atMost,
    kilometres: figures.kilometres,
    gap: Math.round(gap * 1000) / 10,
    isCancelled,
    leftOut,
    notes,
  }
}

function stopsIn(
  { config }: Context,
  plan: WorkPlan,
  { problem, due }: PlanInput,
  { days }: SolvedPlan,
): StopValues[] {
  const { start } = problem
  return days.flatMap((stops, day) => {
    const planDay = problem.days[day]!
    const customers = stops.map((at) => problem.customers[at]!)
    // Only the distances of the day: those of all customers would keep requests waiting.
    const times = timesOf(distancesOf({ start, customers }), customers, planDay, [...customers.keys()]) ?? []
    return customers.map((customer, index): StopValues => {
      const from = times[index]?.from
      const { row, due: dueDay } = due.get(customer.code)!
      const isPlanned = isPlannedOn(row, planDay.date, config.timeZone)
      return {
        Plan_ID: plan.Plan_ID,
        Customer_Code: customer.code,
        Visit_Date: planDay.date,
        Stop_Order: index + 1,
        Start_Time: from === undefined ? null : timeOfDay(Math.ceil(from)),
        Minutes: customer.minutes,
        Is_Fixed: customer.fixed ? 'yes' : 'no',
        Reason: customer.fixed
          ? isPlanned
            ? t('Appointment')
            : t('Kept by hand')
          : reasonOf(dueDay, planDay.date),
      }
    })
  })
}

function reasonOf(due: string, day: string): string {
  const date = formatDate(due)
  return due <= day ? t('Due since {date}', { date }) : t('Due on {date}', { date })
}

import { expect, it } from 'vitest'
import { addDays, daysBetween } from '#domain/dates/dates.ts'
import { databaseNames } from '#testing/databases.ts'
import { maxPossible, visitsWithRoom, type CheckedVisit, type CheckedWeek } from '#testing/plan-checker.ts'
import { ok, PlanFirm } from '#testing/plan-firm.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { randomFrom } from '#testing/random.ts'

/** `PLAN_FIRMS=100 npm test -- server/planning/random-firms` runs all of them on both databases. */
const firms = Number(process.env['PLAN_FIRMS'] ?? 3)

// The clock of the tests is at 15/11/2026, a Sunday.
const period = { From_Date: '2026-11-16', To_Date: '2026-11-17' }
const [today, dayCount] = ['2026-11-15', 2]

interface Customer {
  code: string
  place: { latitude: number; longitude: number }
  last: string
  interval: number
}

/** In every fourth firm customers are so far from each other that a way may cost more than leaving out a visit. */
const isWide = (seed: number): boolean => seed % 4 === 2

interface Employee {
  number: string
  stops: number
  end: number
  minutes: number
  start: { latitude: number; longitude: number }
  customers: Customer[]
}

/** One firm after the other in one database; each has a city of its own, far from the others, and two employees. */
class Firms {
  readonly #test: TestApp
  readonly #all: PlanFirm

  constructor(test: TestApp, all: PlanFirm) {
    this.#test = test
    this.#all = all
  }

  async post(path: string, body: object): Promise<Json> {
    return ok(await this.#all.post(path, body))
  }

  async add(seed: number): Promise<{ owner: Employee; neighbour: Employee }> {
    const below = randomFrom(seed * 7919)
    const random = (): number => below(1_000_000) / 1_000_000
    const { State_Code, Country_Code } = this.#all.base
    const city = await this.#test.make('city', { State_Code, Country_Code })
    const middle = { latitude: 9 + (seed % 50) * 0.5, longitude: 70 + Math.floor(seed / 50) * 3 }
    await this.post('city-places', {
      City_Code: city.City_Code,
      Place: `${middle.latitude},${middle.longitude}`,
    })
    const area = { city: city.City_Code, middle, width: isWide(seed) ? 0.9 : 0.06 }
    const owner = await this.#employee(area, random, 4 + Math.floor(random() * 3))
    const neighbour = await this.#employee(area, random, Math.floor(random() * 3) + 1)
    return { owner, neighbour }
  }

  async #employee(
    { city: City_Code, middle: start, width }: { city: string; middle: Employee['start']; width: number },
    random: () => number,
    amount: number,
  ): Promise<Employee> {
    const upTo = (most: number): number => Math.floor(random() * most)
    const employeeNumber = await this.#all.newEmployee(City_Code)
    const hours = 2 + upTo(4)
    const employee: Employee = {
      number: employeeNumber,
      stops: 1 + upTo(3),
      end: 540 + hours * 60,
      minutes: 15 + upTo(3) * 15,
      start,
      customers: [],
    }
    await this.post('working-times', {
      Employee_Number: employeeNumber,
      Start_Time: '09:00',
      End_Time: `${String(9 + hours).padStart(2, '0')}:00`,
      Stops_Per_Day: employee.stops,
      Visit_Minutes: employee.minutes,
    })
    for (let at = 0; at < amount; at++) {
      const [north, east] = [random() * width, random() * width].map((part) => Math.round(part * 1e5) / 1e5)
      const place = { latitude: start.latitude + north!, longitude: start.longitude + east! }
      const interval = 10 + upTo(4) * 10
      const last = addDays(today, 2 - interval - upTo(15))
      const values = { City_Code, Visit_In_Days: interval, Last_Visited: last }
      const Place = `${place.latitude.toFixed(5)},${place.longitude.toFixed(5)}`
      const code = await this.#all.newCustomer(employeeNumber, { ...values, Place })
      employee.customers.push({ code, place, last, interval })
    }
    return employee
  }

  async propose(employee: string): Promise<Json> {
    return done(await this.#all.propose(employee, period))
  }

  async solved(plan: string): Promise<Json> {
    return done(await this.#all.solved(plan))
  }
}

function done(view: Json): Json {
  expect(view.run.state).toBe('done')
  return view
}

const dueDay = ({ last, interval }: Customer): string => addDays(last, interval)
const isDue = (customer: Customer): boolean => dueDay(customer) <= period.To_Date

/** The days of an employee with these customers, as the checker sees them. */
function weekOf({ start, stops, end, minutes }: Employee, customers: readonly Customer[]): CheckedWeek {
  const visits = customers.filter(isDue).map((customer): CheckedVisit => {
    const due = daysBetween(period.From_Date, dueDay(customer))
    // A visit may be made before its day by a quarter of its interval.
    return { place: customer.place, minutes, earliest: due - Math.floor(customer.interval / 4) }
  })
  const days = Array.from({ length: dayCount }, (_, number) => ({ number, start: 540, end, stops }))
  return { start, days, visits }
}

/** The days of a plan, as numbers of the visits of the week. */
function stopsOf(plan: Json, customers: readonly Customer[]): number[][] {
  const codes = customers.filter(isDue).map(({ code }) => code)
  return plan.days.map((day: Json) => day.stops.map((stop: Json) => codes.indexOf(stop.Customer_Code)))
}

/** Confirms the sentence of a measure without the planner: what it needs is possible. Returns the visits that then fit. */
function confirm(
  measure: Json,
  { owner, neighbour }: { owner: Employee; neighbour: Employee },
  handed: string[],
): number {
  if (measure.kind === 'more stops') {
    const more = Number(/(\d+) more stop/.exec(measure.sentence)![1])
    return maxPossible(weekOf({ ...owner, stops: owner.stops + more }, owner.customers))
  }
  if (measure.kind === 'longer interval') {
    const [to, from] = /(\d+) instead of (\d+) days/.exec(measure.sentence)!.slice(1).map(Number)
    const longer = owner.customers.map((each) => (each.interval === from ? { ...each, interval: to! } : each))
    // Only those that are not due any more are changed.
    const changed = longer.map((each, at) => (isDue(each) ? owner.customers[at]! : each))
    expect(changed.filter(isDue)).toHaveLength(measure.due)
    return maxPossible(weekOf(owner, changed))
  }
  const given = owner.customers.filter(({ code }) => handed.includes(code))
  const theirs = weekOf(neighbour, [...neighbour.customers, ...given])
  // "Who has time for them": all of the neighbour's own visits, and the new ones.
  expect(maxPossible(theirs)).toBe(theirs.visits.length)
  const rest = owner.customers.filter((each) => !given.includes(each))
  expect(rest.filter(isDue)).toHaveLength(measure.due)
  return maxPossible(weekOf(owner, rest))
}

it.each(databaseNames)(
  `every statement about ${firms} random firms on %s is confirmed, and its measures keep their numbers when they are done`,
  async (database) => {
    const test = await openTestApp(database)
    try {
      const all = new Firms(test, await PlanFirm.open(test))
      const confirmed = { 'more stops': 0, 'longer interval': 0, 'hand over': 0, impossible: 0 }
      for (let seed = 1; seed <= firms; seed++) {
        const people = await all.add(seed)
        const { owner, neighbour } = people
        let plan = await all.propose(owner.number)
        const { report } = plan
        const due = owner.customers.filter(isDue).length
        const most = maxPossible(weekOf(owner, owner.customers))
        // What fits: the plan has as many visits as any where ways are short, and "more fit in no order" is true.
        expect([seed, report.due]).toEqual([seed, due])
        if (!isWide(seed)) expect([seed, report.planned]).toEqual([seed, most])
        expect(report.planned, `seed ${seed}`).toBeLessThanOrEqual(most)
        expect(report.atMost, `seed ${seed}`).toBeGreaterThanOrEqual(most)
        expect(report.leftOut).toHaveLength(due - report.planned)
        // What is not in time has no room in any day, in any order of its stops.
        const week = weekOf(owner, owner.customers)
        expect([seed, visitsWithRoom(week, stopsOf(plan, owner.customers))]).toEqual([seed, []])
        if (report.atMost < due) confirmed.impossible++
        const kinds: (keyof typeof confirmed)[] = report.measures.map(({ kind }: Json) => kind)
        for (const kind of kinds) {
          const at = plan.report.measures.findIndex((each: Json) => each.kind === kind)
          const measure = plan.report.measures[at]
          const body = { version: plan.version, measure: at }
          const applied = await all.post(`planning/${plan.Plan_ID}/measures`, body)
          const after = await all.solved(plan.Plan_ID)
          // Done for real, the number holds.
          expect([seed, kind, after.report.planned, after.report.due]).toEqual([
            seed,
            kind,
            measure.planned,
            measure.due,
          ])
          const { items } = ok(
            await test.request('GET', `/api/v1/assignments?Employee_Number=${neighbour.number}&limit=50`),
          )
          const handed = items.map((row: Json) => row.Customer_Code)
          const possible = confirm(measure, people, handed)
          if (!isWide(seed)) expect([seed, kind, measure.planned]).toEqual([seed, kind, possible])
          expect(measure.planned, `seed ${seed} ${kind}`).toBeLessThanOrEqual(possible)
          if (kind === 'hand over') {
            const theirs = await all.propose(neighbour.number)
            expect(theirs.report.planned).toBe(theirs.report.due)
            ok(await test.request('DELETE', `/api/v1/planning/${theirs.Plan_ID}`))
          }
          expect(await all.post(`batches/${applied.batchId}/undo`, {})).toMatchObject({ leftCount: 0 })
          await all.post(`planning/${plan.Plan_ID}/solve`, {})
          plan = await all.solved(plan.Plan_ID)
          expect(plan.report).toMatchObject({ due, planned: report.planned })
          confirmed[kind]++
        }
      }
      // Eight firms are enough for every kind of statement to be made.
      const least = firms >= 8 ? 1 : 0
      for (const [kind, count] of Object.entries(confirmed)) expect(count, kind).toBeGreaterThanOrEqual(least)
    } finally {
      await test.close()
    }
  },
  3_600_000,
)

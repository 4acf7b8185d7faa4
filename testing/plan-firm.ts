import { expect } from 'vitest'
import { growingPauses } from './growing-pauses.ts'
import type { Answer, Json, TestApp } from './test-app.ts'

/** The body of an answer that is not a refusal. */
export function ok({ status, body }: Answer): Json {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** The week after the clock of the tests, which is at 15/11/2026, a Sunday. */
export const week = { From_Date: '2026-11-16', To_Date: '2026-11-21' }

const longestSolution = 120_000

/** Employees of one city with customers of their own, through the API. */
export class PlanFirm {
  /** The values of each customer, besides its code. */
  readonly base: Json
  readonly #test: TestApp
  #count = 0

  private constructor(test: TestApp, base: Json) {
    this.#test = test
    this.base = base
  }

  static async open(test: TestApp, values: object = {}): Promise<PlanFirm> {
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...first } = await test.make('customer')
    return new PlanFirm(test, {
      ...first,
      Last_Visited: '2026-10-01',
      Last_Visit_ID: null,
      Visit_In_Days: 30,
      ...values,
    })
  }

  post(path: string, body: object = {}, as = 'ADMIN'): Promise<Answer> {
    return this.#test.request('POST', `/api/v1/${path}`, body, { as })
  }

  async get(path: string): Promise<Json> {
    return ok(await this.#test.request('GET', `/api/v1/${path}`))
  }

  /** Returns the number of a new employee in the city of the customers, or another one. */
  async newEmployee(cityCode: string = this.base.City_Code): Promise<string> {
    const { employeeNumber } = await this.#test.make('employee', {
      countryCode: this.base.Country_Code,
      zoneCode: this.base.Zone_Code,
      stateCode: this.base.State_Code,
      poolCode: this.base.Pool_Code,
      stationCode: this.base.Station_Code,
      cityCode,
    })
    return employeeNumber
  }

  /** Returns the code of a new customer of an employee. */
  async newCustomer(owner: string, { Place, ...values }: Record<string, unknown> = {}): Promise<string> {
    const code = `PLAN${String(++this.#count).padStart(5, '0')}`
    const { Customer_Code } = ok(
      await this.post('customers', { ...this.base, Customer_Code: code, ...values }),
    )
    ok(await this.post('assignments', { Customer_Code, From_Day: '2026-01-01', Employee_Number: owner }))
    if (Place !== undefined) ok(await this.post('customer-places', { Customer_Code, Place }))
    return Customer_Code
  }

  /** Makes a plan for an employee and waits until it is solved. */
  async propose(owner: string, period: object = week): Promise<Json> {
    const { items } = ok(await this.post('planning', { Employee_Numbers: [owner], ...period }))
    return this.solved(items[0].Plan_ID)
  }

  async solved(plan: string): Promise<Json> {
    const end = performance.now() + longestSolution
    const pause = growingPauses()
    while (performance.now() < end) {
      const view = await this.get(`planning/${plan}`)
      if (!['waiting', 'running'].includes(view.run?.state)) return view
      await pause()
    }
    throw new Error(`plan ${plan} is not solved`)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '../../with-server.ts'
import { judge, type LedgerEntry, type Verdict } from '../ledger.ts'
import type { Cut } from '../proxy.ts'
import { drain, type Waiting } from './drain.ts'
import { disturb, kinds, type Fault } from './faults.ts'
import type { ChaosCustomer } from './firm.ts'
import { photoText, planText, textsOfOffice } from './office.ts'
import type { ChaosPhone } from './phone.ts'
import { randomOf, type Random } from './random.ts'
import { enter, isOfferedAgain, save, type Task } from './screens.ts'
import { withField, type Field } from './with-field.ts'

export interface ChaosOptions {
  /** Of the server, with the data folder. */
  settings: Record<string, string>
  events: number
  phones: number
  tabs: number
  seed: number
  say: (sentence: string) => void
}

export interface ChaosResult extends Verdict {
  counts: Readonly<Record<LedgerEntry['kind'], number>>
  cuts: Readonly<Record<Cut, number>>
  faults: Readonly<Record<Fault, number>>
  serverKills: number
  /** Begun and not acknowledged by the phone, and arrived nevertheless. */
  arrivedUnacknowledged: number
  /** Not sent at the end, with the reason of the phone. */
  stuck: readonly Waiting[]
  /** Steps on the screens that failed, for example because the browser was killed. */
  failedSteps: number
}

/** Customers that are visited, and commented on; each plan has a customer of its own. */
const sharedCustomersOf = (events: number): number => Math.max(4, Math.min(40, Math.ceil(events / 5)))
/** The share of the requests of phones that are lost, by their path. */
const cutShare = (line: string): number => {
  if (line.includes(' /api/v1/field/')) return 0.3
  return line.includes(' /api/') ? 0.03 : 0
}
/** The server is killed about once for this many events. */
const eventsPerServerKill = 40

class Run {
  readonly ledger: LedgerEntry[] = []
  readonly faults: Record<Fault, number> = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<
    Fault,
    number
  >
  readonly counts: Record<LedgerEntry['kind'], number> = {
    visit: 0,
    photo: 0,
    plan: 0,
    comment: 0,
    proposal: 0,
  }
  saved = 0
  failedSteps = 0
  serverKills = 0
  readonly disturbed = new Set<number>()
  readonly #phoneCounts = new Map<number, number>()
  readonly options: ChaosOptions
  readonly customers: readonly ChaosCustomer[]
  readonly random: Random
  readonly shared: number
  #plans: number
  #number = 0

  constructor(options: ChaosOptions, customers: readonly ChaosCustomer[]) {
    this.options = options
    this.customers = customers
    this.random = randomOf(options.seed)
    this.shared = sharedCustomersOf(options.events)
    this.#plans = this.shared
  }

  savedOf = (phone: number): number => this.#phoneCounts.get(phone) ?? 0
  quotaOf = (phone: number): number => {
    const { events, phones } = this.options
    return Math.floor(events / phones) + (phone <= events % phones ? 1 : 0)
  }
  /** A phone records until it has its share, and has been disturbed by each kind once. */
  isDone = (phone: number): boolean => this.savedOf(phone) >= this.quotaOf(phone) && this.disturbed.has(phone)

  nextTask(phone: number): Task {
    const { pick, next, between } = this.random
    const kind = pick([
      'visit',
      'visit',
      'visit',
      'visit',
      'plan',
      'comment',
      'proposal',
      'correction',
    ] as const)
    const plan = kind === 'plan' ? this.customers[this.#plans++] : undefined
    const customer = plan ?? this.customers[between(0, this.shared - 1)]!
    const day = new Date(Date.now() + between(20, 60) * 86_400_000).toISOString().slice(0, 10)
    const moment = `${day}T${String(between(9, 17)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`
    const isPlan = kind === 'plan' && plan !== undefined
    return {
      kind: kind === 'plan' && !isPlan ? 'comment' : kind,
      text: isPlan
        ? planText(customer.code, `${moment}:00+05:30`)
        : `${kind === 'plan' ? 'comment' : kind} ${phone}-${++this.#number}-${Math.floor(next() * 1e9).toString(36)}`,
      customer,
      hasPhoto: kind === 'visit' && next() < 0.25,
      moment,
    }
  }

  /** Notes a task as begun; returns its entries. */
  begin(phone: number, { kind, text, hasPhoto }: Task): LedgerEntry[] {
    const entry = (of: LedgerEntry['kind'], words: string): LedgerEntry => ({
      text: words,
      phone,
      kind: of,
      isSaved: false,
    })
    const entries = [entry(kind === 'correction' ? 'proposal' : kind, text)]
    if (hasPhoto) entries.push(entry('photo', photoText(text)))
    this.ledger.push(...entries)
    return entries
  }

  acknowledge(phone: number, entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      entry.isSaved = true
      this.counts[entry.kind]++
    }
    this.saved++
    this.#phoneCounts.set(phone, this.savedOf(phone) + 1)
    if (this.saved % 50 === 0) this.options.say(`15: ${this.saved} events saved`)
  }

  fail(phone: number, error: unknown): void {
    this.failedSteps++
    const line = String(error).split('\n').slice(0, 8).join(' | ')
    if (process.env['CHAOS_LOG']) this.options.say(`15: phone ${phone}: ${line}`)
  }
}

/** One person on one tab: records until the phone has its share. */
async function work(run: Run, phone: ChaosPhone, tab: number): Promise<void> {
  let interrupted: { task: Task; entries: LedgerEntry[] } | undefined
  while (!run.isDone(phone.number)) {
    let task = interrupted?.task
    let entries = interrupted?.entries
    try {
      const page = await phone.readyTab(tab)
      if (task && entries) {
        interrupted = undefined
        // A person who did not see that it was saved looks for it, and saves what is offered.
        if (!(await isOfferedAgain(page, phone.origin, task))) continue
      } else {
        task = run.nextTask(phone.number)
        await enter(page, task)
      }
      const begun = task
      await save(page, begun, () => {
        entries ??= run.begin(phone.number, begun)
      })
      run.acknowledge(phone.number, entries!)
    } catch (error) {
      run.fail(phone.number, error)
      if (task?.kind === 'visit' && entries && !entries[0]!.isSaved) interrupted = { task, entries }
      await sleep(200)
      await phone.leave(tab)
    }
  }
}

/** Disturbs a phone at random moments, each kind in turn. */
async function disturbPhone(run: Run, phone: ChaosPhone): Promise<void> {
  const { random } = run
  const between = Math.max(1, Math.min(6, Math.floor(run.quotaOf(phone.number) / (kinds.length + 1))))
  for (let next = between; ;) {
    for (const kind of random.shuffle(kinds)) {
      while (run.savedOf(phone.number) < next && !run.isDone(phone.number)) await sleep(50)
      if (run.isDone(phone.number)) return
      await sleep(random.between(0, 400))
      try {
        await disturb(kind, phone, random)
        run.faults[kind]++
      } catch (error) {
        run.fail(phone.number, error)
      }
      next = run.savedOf(phone.number) + between
    }
    run.disturbed.add(phone.number)
  }
}

/** Records on phones that are disturbed at random, sends everything at the end, and compares with the office. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { settings, events, phones: count, tabs, seed } = options
  const randoms = Array.from({ length: count + 1 }, (_, at) => randomOf(seed + at))
  let isCutting = true
  const cutOf = (phone: number, line: string): Cut | undefined => {
    const random = randoms[phone]!
    return isCutting && random.next() < cutShare(line)
      ? random.pick(['before', 'during', 'after'])
      : undefined
  }
  const customers = sharedCustomersOf(events) + Math.ceil(events / 4) + 2
  return withField({ settings, phones: count, tabs, customers, cutOf }, async (field) => {
    const run = new Run(options, field.customers)
    options.say(`15: ${count} phones with ${tabs} tabs each record ${events} events, seed ${seed}`)
    const began = performance.now()
    await Promise.all([
      killServers(run, field),
      ...field.phones.flatMap((phone) => [
        disturbPhone(run, phone),
        ...Array.from({ length: tabs }, (_, tab) => work(run, phone, tab)),
      ]),
    ])
    options.say(`15: ${run.saved} events saved in ${Math.round((performance.now() - began) / 1000)} s`)
    isCutting = false
    return compare(run, field)
  })
}

async function killServers(run: Run, { killServer }: Field): Promise<void> {
  const { events } = run.options
  const every = Math.min(eventsPerServerKill, Math.ceil(events / 2))
  for (let next = every - run.random.between(0, every >> 1); next < events; next += every) {
    while (run.saved < next) await sleep(100)
    await killServer(run.random.between(0, 2000))
    run.serverKills++
  }
}

async function compare(run: Run, { phones, customers, url }: Field): Promise<ChaosResult> {
  const { say } = run.options
  const stuck = (await Promise.all(phones.map(drain))).flat()
  for (const { kind, state, message } of stuck)
    say(`15: a ${kind} is ${state}: ${message ?? 'no reason given'}`)
  const texts = await textsOfOffice(url, await logIn(url), customers.slice(0, run.shared))
  const verdict = judge(run.ledger, texts)
  for (const text of verdict.lost) say(`15: lost: ${text}`)
  for (const text of verdict.doubled) say(`15: doubled: ${text}`)
  const held = new Set(texts)
  const cuts = { before: 0, during: 0, after: 0 }
  for (const { proxy } of phones)
    for (const kind of ['before', 'during', 'after'] as const) cuts[kind] += proxy.cuts[kind]
  const { counts, faults, serverKills, failedSteps } = run
  const arrivedUnacknowledged = run.ledger.filter(({ isSaved, text }) => !isSaved && held.has(text)).length
  return { ...verdict, counts, cuts, faults, serverKills, arrivedUnacknowledged, stuck, failedSteps }
}

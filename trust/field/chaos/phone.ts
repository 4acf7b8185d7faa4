import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '#testing/find-tools.ts'
import type { Proxy as PhoneNetwork } from '../proxy.ts'
import type { ChaosAccount } from './firm.ts'

/** Milliseconds for a step on a busy machine. */
const stepTimeout = 6_000

export interface PhoneOptions {
  number: number
  account: ChaosAccount
  proxy: PhoneNetwork
  /** The profile of the browser. */
  folder: string
  tabs: number
}

/** A phone: a browser with a profile that survives it, behind a network of its own. */
export class ChaosPhone {
  readonly number: number
  readonly origin: string
  readonly proxy: PhoneNetwork
  readonly #account: ChaosAccount
  readonly #folder: string
  readonly #tabs: (Page | undefined)[]
  #context: Promise<BrowserContext> | undefined
  #clockShift = 0
  #logIn: Promise<void> | undefined

  constructor({ number, account, proxy, folder, tabs }: PhoneOptions) {
    this.number = number
    this.proxy = proxy
    this.origin = `http://127.0.0.1:${proxy.port}`
    this.#account = account
    this.#folder = folder
    this.#tabs = Array.from({ length: tabs })
  }

  get tabs(): number {
    return this.#tabs.length
  }

  async #launch(): Promise<BrowserContext> {
    const executablePath = findChromium()
    const context = await chromium.launchPersistentContext(this.#folder, {
      args: chromiumFlags,
      ...(executablePath && { executablePath }),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(stepTimeout)
    await context.addInitScript(shiftDate)
    await context.addInitScript(setShift, this.#clockShift)
    return context
  }

  /** A tab, opened again if it was closed. */
  async tab(index: number): Promise<Page> {
    this.#context ??= this.#launch()
    const context = await this.#context
    const open = this.#tabs[index]
    if (open && !open.isClosed() && open.context() === context) return open
    const page = await context.newPage()
    this.#tabs[index] = page
    return page
  }

  async closeTab(index: number): Promise<void> {
    const page = this.#tabs[index]
    this.#tabs[index] = undefined
    await page?.close()
  }

  /** Ends the browser as a phone does that runs out of power or memory. */
  async kill(): Promise<void> {
    const context = await this.#context
    if (!context) return
    const isClosed = new Promise((resolve) => context.once('close', resolve))
    for (const pid of processesOf(this.#folder)) endProcess(pid)
    await Promise.race([isClosed, sleep(5000)])
    while (processesOf(this.#folder).length > 0) await sleep(20)
    this.#tabs.fill(undefined)
    this.#context = undefined
  }

  /** Sets the clock wrong, by milliseconds. */
  async setClock(shift: number): Promise<void> {
    this.#clockShift = shift
    const context = await this.#context
    await context?.addInitScript(setShift, shift)
    await Promise.all((context?.pages() ?? []).map((page) => page.evaluate(setShift, shift)))
  }

  /** Makes the storage full while the work runs. */
  async withFullStorage(work: () => Promise<void>): Promise<void> {
    const page = await this.tab(0)
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: this.origin, quotaSize: 1 })
    try {
      await work()
    } finally {
      // Without a size the quota is the usual one again; the override also ends with its tab.
      await session.send('Storage.overrideQuotaForOrigin', { origin: this.origin }).catch(() => undefined)
      await session.detach().catch(() => undefined)
    }
  }

  async logOut(): Promise<void> {
    const page = await this.tab(0)
    await page.goto(`${this.origin}/logout`)
    const anyway = page.getByRole('button', { name: 'Log out', exact: true })
    await Promise.race([page.waitForURL('**/login*'), anyway.click()])
    await page.waitForURL('**/login*')
  }

  /** Logs in, again until the network lets it. */
  logIn(page: Page): Promise<void> {
    this.#logIn ??= this.#logInOn(page).finally(() => {
      this.#logIn = undefined
    })
    return this.#logIn
  }

  async #logInOn(page: Page): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await page.goto(`${this.origin}/login`)
        if (await page.getByText('Log in with another account').isVisible()) return
        await page.getByLabel('Email').fill(this.#account.email)
        await page.getByRole('textbox', { name: 'Password' }).fill(this.#account.password)
        await page.getByRole('button', { name: 'Login' }).click()
        await page.waitForURL((url) => url.pathname !== '/login', { timeout: 4000 })
        return
      } catch (error) {
        if (page.isClosed() || attempt === 30) throw error
        await sleep(500)
      }
    }
  }

  /** The tab on a field screen, with a session. */
  async readyTab(index: number): Promise<Page> {
    const page = await this.tab(index)
    const bar = page.locator('.field-bar')
    // After a log-in without a network the phone has no customers until the next one.
    const login = page
      .getByRole('heading', { name: 'Login' })
      .or(page.getByRole('link', { name: 'Log in to see your customers' }))
    if ((await bar.isVisible()) && !(await login.isVisible())) return page
    await page.goto(`${this.origin}/find`)
    await bar.or(login).first().waitFor()
    if (await login.isVisible()) {
      await this.logIn(page)
      await page.goto(`${this.origin}/find`)
      await bar.waitFor()
    }
    return page
  }

  /** Logs in, and downloads the customers and the app. */
  async install(): Promise<void> {
    const page = await this.tab(0)
    await this.logIn(page)
    await page.goto(`${this.origin}/find`)
    await page.getByRole('searchbox', { name: 'Find a customer' }).waitFor({ timeout: 60_000 })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  }

  /** Opens a field screen, whatever the tab shows. */
  async leave(index: number): Promise<void> {
    try {
      await (await this.tab(index)).goto(`${this.origin}/find`)
    } catch {
      // The browser was killed just now; the next step opens the tab again.
    }
  }

  async stop(): Promise<void> {
    await (await this.#context)?.close().catch(() => undefined)
    for (const pid of processesOf(this.#folder)) endProcess(pid)
    await this.proxy.stop()
  }
}

declare global {
  var clockShift: number | undefined
}

const setShift = (shift: number): void => {
  globalThis.clockShift = shift
}

/** Runs in the page: the clock of the phone. */
function shiftDate(): void {
  const RealDate = Date
  const now = (): number => RealDate.now() + (globalThis.clockShift ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** The process ids of the browser of a profile. */
function processesOf(folder: string): number[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(`--user-data-dir=${folder}`)).map((line) => parseInt(line, 10))
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'

/** A minimal Storage: the items are own properties, as in browsers. */
class FakeStorage {
  getItem(name: string): string | null {
    return (this as unknown as Record<string, string>)[name] ?? null
  }
  setItem(name: string, value: string): void {
    ;(this as unknown as Record<string, string>)[name] = value
  }
  removeItem(name: string): void {
    delete (this as unknown as Record<string, string>)[name]
  }
}

let device: FakeStorage

/** Opens a page with its own memory; `device` is the shared localStorage. */
async function openPage(id: string | null, tab = new FakeStorage(), by = 'startSession') {
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: device, sessionStorage: tab })
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('sessionStorage', tab)
  const listeners: ((event: { key: string | null; newValue: string | null }) => void)[] = []
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) =>
    listeners.push(listener),
  )
  const session = await import('../session-account.ts')
  const drafts = await import('./drafts.ts')
  const storage = await import('./draft-storage.ts')
  const submitOnce = await import('./submit-once.ts')
  if (id !== null && by === 'rememberAccount') session.rememberAccount({ id } as OwnAccountView)
  else if (id !== null) session.startSession('token', { id } as OwnAccountView)
  const here = <T>(work: () => T): T => {
    vi.stubGlobal('localStorage', device)
    vi.stubGlobal('sessionStorage', tab)
    return work()
  }
  return {
    tab,
    read: (form: string) => here(() => drafts.readDraft(form)?.values),
    type: (form: string, text: string | null) =>
      here(() => drafts.saveDraft(form, text === null ? null : { values: { text }, none: [] })),
    discard: (form: string) => here(() => drafts.discardDraft(form)),
    keyOf: (form: string) => here(() => drafts.attemptOfDraft(form).read()?.key),
    save: (form: string) => here(() => drafts.attemptOfDraft(form).remove()),
    send: (form: string, error = new Error('lost')) =>
      here(() =>
        submitOnce.submitOnce({
          attempt: drafts.attemptOfDraft(form),
          typed: '',
          body: () => ({}),
          send: () => Promise.reject(error),
        }),
      ).catch(() => undefined),
    removeAll: () => here(() => storage.removeAllStored()),
    count: () => here(() => drafts.countUnsent()),
    logOut: () => here(() => drafts.clearTabState()),
    receive: (key: string, newValue: string | null) =>
      here(() => listeners.forEach((listener) => listener({ key, newValue }))),
    names: () => Object.keys(device).filter((name) => name.startsWith('draft ')),
  }
}

beforeEach(() => {
  device = new FakeStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

it('keeps the draft of an account over a reload, a new tab and a log-out, and hides it from other accounts', async () => {
  const first = await openPage('anita')
  first.type('visit detail 1', 'rust')
  const key = first.keyOf('visit detail 1')
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const reloaded = await openPage('anita', first.tab)
  expect(reloaded.read('visit detail 1')).toEqual({ text: 'rust' })
  expect(reloaded.keyOf('visit detail 1')).toBe(key)
  expect(reloaded.names(), 'moved, not copied').toHaveLength(1)
  const other = await openPage('anita')
  expect(other.read('visit detail 1')).toEqual({ text: 'rust' })
  other.type('customer', 'new')
  expect(other.count()).toEqual({ visits: 1, forms: 1 })
  other.logOut()
  expect((await openPage('bina')).read('visit detail 1')).toBeUndefined()
  expect((await openPage(null)).read('visit detail 1')).toBeUndefined()
  expect((await openPage('anita')).read('visit detail 1')).toEqual({ text: 'rust' })
})

it('keeps the draft of a visitor in the tab until a log-out', async () => {
  const visitor = await openPage(null)
  visitor.type('contactMessage', 'seed')
  expect((await openPage(null, visitor.tab)).read('contactMessage')).toEqual({ text: 'seed' })
  expect((await openPage(null)).read('contactMessage')).toBeUndefined()
  visitor.logOut()
  expect((await openPage(null, visitor.tab)).read('contactMessage')).toBeUndefined()
})

it('keeps the drafts of two tabs for the same form apart', async () => {
  vi.useFakeTimers()
  const one = await openPage('anita')
  one.type('customer', 'begun')
  const two = await openPage('anita')
  expect(two.read('customer')).toEqual({ text: 'begun' })
  vi.advanceTimersByTime(10)
  two.type('customer', 'in the second')
  vi.advanceTimersByTime(10)
  one.type('customer', 'in the first')
  expect([one.read('customer'), two.read('customer')]).toEqual([
    { text: 'in the first' },
    { text: 'in the second' },
  ])
  expect(two.names()).toHaveLength(2)
  // Both share the idempotency key, so a save in one counts for both.
  expect(one.keyOf('customer')).toBe(two.keyOf('customer'))
  two.save('customer')
  expect(one.names()).toEqual([])
})

it('keeps an open draft that another tab removed', async () => {
  const one = await openPage('anita')
  one.type('customer', 'mine')
  const [name] = one.names()
  delete (device as unknown as Record<string, string>)[name!]
  one.receive(name!, null)
  expect(one.names()).toEqual([name])
})

it('keeps the key of an open form while another tab saves it, and starts empty when it is opened again', async () => {
  const one = await openPage('anita')
  one.type('customer', 'mine')
  const [name] = one.names()
  const key = one.keyOf('customer')!
  const reading = await openPage('anita')
  expect(reading.read('customer')).toEqual({ text: 'mine' })
  one.save('customer')
  expect(reading.names()).toEqual([])
  // A tab that only read the draft recognises it by the idempotency key, not by the storage key.
  reading.receive(name!, `saved ${key}`)
  reading.receive(name!, null)
  expect(reading.names(), 'not restored').toEqual([])
  expect(reading.keyOf('customer'), 'the server reports that it was saved').toBe(key)
  reading.type('customer', 'mine, changed')
  expect(reading.keyOf('customer')).toBe(key)

  const third = await openPage('anita')
  expect(third.read('customer'), 'typed since').toEqual({ text: 'mine, changed' })
  third.receive(name!, `saved ${key}`)
  reading.save('customer')
  expect(third.read('customer'), 'opened again').toBeUndefined()
  expect(third.keyOf('customer')).toBeUndefined()
})

it('keeps an attempt whose answer was lost, even with an empty form, until it is discarded', async () => {
  const page = await openPage('anita')
  await page.send('visit detail 1')
  const key = page.keyOf('visit detail 1')
  page.type('visit detail 1', null)
  const reloaded = await openPage('anita', page.tab)
  expect(reloaded.read('visit detail 1')).toBeUndefined()
  reloaded.type('visit detail 1', 'typed now')
  expect(reloaded.keyOf('visit detail 1')).toBe(key)
  reloaded.discard('visit detail 1')
  expect(reloaded.keyOf('visit detail 1')).toBeUndefined()
  expect(reloaded.names()).toEqual([])
})

it('removes drafts before the server removes their keys', async () => {
  vi.useFakeTimers()
  const page = await openPage('anita')
  page.type('customer', 'old')
  vi.advanceTimersByTime(27 * 86_400_000)
  expect((await openPage('anita')).read('customer')).toEqual({ text: 'old' })
  vi.advanceTimersByTime(2 * 86_400_000)
  const later = await openPage('bina')
  expect(later.names()).toEqual([])
})

it('does not count empty drafts, and removes them with the others', async () => {
  const page = await openPage('anita')
  const { ApiProblem } = await import('../api-problem.ts')
  await page.send('visit detail 1', new ApiProblem(409, { msg: 'Changed meanwhile' }))
  expect(page.names()).toHaveLength(1)
  expect(page.count()).toEqual({ visits: 0, forms: 0 })
  await page.send('visit detail 2')
  expect(page.count()).toEqual({ visits: 1, forms: 0 })
  page.removeAll()
  expect(page.names()).toEqual([])
})

it('keeps apart the drafts of forms with a common name prefix', async () => {
  const visitor = await openPage(null)
  visitor.type('customer 17', 'changed')
  const reloaded = await openPage(null, visitor.tab)
  expect(reloaded.read('customer')).toBeUndefined()
  expect(reloaded.read('customer 17')).toEqual({ text: 'changed' })
})

it('finds the draft of an account by its token on a page that does not load the account', async () => {
  const page = await openPage('anita')
  page.type('contactMessage', 'seed')
  const reloaded = await openPage(null, page.tab)
  expect(reloaded.read('contactMessage')).toEqual({ text: 'seed' })
  reloaded.tab.setItem('view as', 'bina Bina')
  await openPage('bina', reloaded.tab, 'rememberAccount')
  reloaded.tab.removeItem('view as')
  expect((await openPage(null, page.tab)).read('contactMessage'), 'after viewing as another account').toEqual(
    { text: 'seed' },
  )
  device.setItem('token', 'a token of another account')
  const other = await openPage(null, page.tab)
  expect(other.read('contactMessage')).toBeUndefined()
})

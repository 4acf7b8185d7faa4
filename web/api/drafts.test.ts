import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Account } from './session.ts'

/** Just enough of a browser's storage: what is kept are properties, as there. */
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

/** A page of its own: what it holds in memory is its own, what the device keeps is shared. */
async function openPage(id: string | null, tab = new FakeStorage(), by = 'startSession') {
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: device, sessionStorage: tab })
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('sessionStorage', tab)
  const listeners: ((event: { key: string | null; newValue: string | null }) => void)[] = []
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) =>
    listeners.push(listener),
  )
  const session = await import('./session.ts')
  const drafts = await import('./drafts.ts')
  const storage = await import('./draft-storage.ts')
  const submitOnce = await import('./submit-once.ts')
  if (id !== null && by === 'rememberAccount') session.rememberAccount({ id } as Account)
  else if (id !== null) session.startSession('token', { id } as Account)
  const here = <T>(work: () => T): T => {
    vi.stubGlobal('localStorage', device)
    vi.stubGlobal('sessionStorage', tab)
    return work()
  }
  return {
    tab,
    read: (form: string) => here(() => drafts.readDraft(form)?.values),
    keep: (form: string, text: string | null) =>
      here(() => drafts.keepDraft(form, text === null ? null : { values: { text }, none: [] })),
    discard: (form: string) => here(() => drafts.discardDraft(form)),
    keyOf: (form: string) => here(() => submitOnce.attemptOfDraft(form).read()?.key),
    save: (form: string) => here(() => submitOnce.attemptOfDraft(form).remove()),
    send: (form: string, error = new Error('lost')) =>
      here(() =>
        submitOnce.submitOnce({
          attempt: submitOnce.attemptOfDraft(form),
          typed: '',
          body: () => ({}),
          send: () => Promise.reject(error),
        }),
      ).catch(() => undefined),
    removeAll: () => here(() => storage.removeAllStored()),
    count: () => here(() => drafts.countUnsent()),
    logOut: () => here(() => drafts.forgetTabDrafts()),
    hear: (key: string, newValue: string | null) =>
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

it('keeps what an account typed over a reload, a new tab and a log-out, for nobody else', async () => {
  const first = await openPage('anita')
  first.keep('visit detail 1', 'rust')
  const key = first.keyOf('visit detail 1')
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const reloaded = await openPage('anita', first.tab)
  expect(reloaded.read('visit detail 1')).toEqual({ text: 'rust' })
  expect(reloaded.keyOf('visit detail 1')).toBe(key)
  expect(reloaded.names(), 'taken over, not copied').toHaveLength(1)
  const other = await openPage('anita')
  expect(other.read('visit detail 1')).toEqual({ text: 'rust' })
  other.keep('customer', 'new')
  expect(other.count()).toEqual({ visits: 1, forms: 1 })
  other.logOut()
  expect((await openPage('bina')).read('visit detail 1')).toBeUndefined()
  expect((await openPage(null)).read('visit detail 1')).toBeUndefined()
  expect((await openPage('anita')).read('visit detail 1')).toEqual({ text: 'rust' })
})

it('keeps what a visitor typed in the tab, until somebody logs out', async () => {
  const visitor = await openPage(null)
  visitor.keep('contactMessage', 'seed')
  expect((await openPage(null, visitor.tab)).read('contactMessage')).toEqual({ text: 'seed' })
  expect((await openPage(null)).read('contactMessage')).toBeUndefined()
  visitor.logOut()
  expect((await openPage(null, visitor.tab)).read('contactMessage')).toBeUndefined()
})

it('lets two tabs type at the same form without overwriting each other', async () => {
  vi.useFakeTimers()
  const one = await openPage('anita')
  one.keep('customer', 'begun')
  const two = await openPage('anita')
  expect(two.read('customer')).toEqual({ text: 'begun' })
  vi.advanceTimersByTime(10)
  two.keep('customer', 'in the second')
  vi.advanceTimersByTime(10)
  one.keep('customer', 'in the first')
  expect([one.read('customer'), two.read('customer')]).toEqual([
    { text: 'in the first' },
    { text: 'in the second' },
  ])
  expect(two.names()).toHaveLength(2)
  // Sent in one of them, it is sent in both: they share the key.
  expect(one.keyOf('customer')).toBe(two.keyOf('customer'))
  two.save('customer')
  expect(one.names()).toEqual([])
})

it('keeps a draft that another tab threw away', async () => {
  const one = await openPage('anita')
  one.keep('customer', 'mine')
  const [name] = one.names()
  delete (device as unknown as Record<string, string>)[name!]
  one.hear(name!, null)
  expect(one.names()).toEqual([name])
})

it('keeps the key of a form that is open while another tab saves it, and begins anew afterwards', async () => {
  const one = await openPage('anita')
  one.keep('customer', 'mine')
  const [name] = one.names()
  const key = one.keyOf('customer')!
  const reading = await openPage('anita')
  expect(reading.read('customer')).toEqual({ text: 'mine' })
  one.save('customer')
  expect(reading.names()).toEqual([])
  // Its own name says nothing to a tab that only read the draft: the key does.
  reading.hear(name!, `saved ${key}`)
  reading.hear(name!, null)
  expect(reading.names(), 'not put back').toEqual([])
  expect(reading.keyOf('customer'), 'the server is to say that it is saved').toBe(key)
  reading.keep('customer', 'mine, changed')
  expect(reading.keyOf('customer')).toBe(key)

  const third = await openPage('anita')
  expect(third.read('customer'), 'typed since').toEqual({ text: 'mine, changed' })
  third.hear(name!, `saved ${key}`)
  reading.save('customer')
  expect(third.read('customer'), 'opened anew').toBeUndefined()
  expect(third.keyOf('customer')).toBeUndefined()
})

it('keeps an attempt whose answer is not known, although nothing is typed, until it is discarded', async () => {
  const page = await openPage('anita')
  await page.send('visit detail 1')
  const key = page.keyOf('visit detail 1')
  page.keep('visit detail 1', null)
  const reloaded = await openPage('anita', page.tab)
  expect(reloaded.read('visit detail 1')).toBeUndefined()
  reloaded.keep('visit detail 1', 'typed now')
  expect(reloaded.keyOf('visit detail 1')).toBe(key)
  reloaded.discard('visit detail 1')
  expect(reloaded.keyOf('visit detail 1')).toBeUndefined()
  expect(reloaded.names()).toEqual([])
})

it('forgets drafts before the server forgets their keys', async () => {
  vi.useFakeTimers()
  const page = await openPage('anita')
  page.keep('customer', 'old')
  vi.advanceTimersByTime(27 * 86_400_000)
  expect((await openPage('anita')).read('customer')).toEqual({ text: 'old' })
  vi.advanceTimersByTime(2 * 86_400_000)
  const later = await openPage('bina')
  expect(later.names()).toEqual([])
})

it('counts nothing that holds nothing, and removes it with the rest', async () => {
  const page = await openPage('anita')
  const { ApiProblem } = await import('./api-problem.ts')
  await page.send('visit detail 1', new ApiProblem(409, { msg: 'Changed meanwhile' }))
  expect(page.names()).toHaveLength(1)
  expect(page.count()).toEqual({ visits: 0, forms: 0 })
  await page.send('visit detail 2')
  expect(page.count()).toEqual({ visits: 1, forms: 0 })
  page.removeAll()
  expect(page.names()).toEqual([])
})

it('does not take the draft of one form for that of another whose name begins the same', async () => {
  const visitor = await openPage(null)
  visitor.keep('customer 17', 'changed')
  const reloaded = await openPage(null, visitor.tab)
  expect(reloaded.read('customer')).toBeUndefined()
  expect(reloaded.read('customer 17')).toEqual({ text: 'changed' })
})

it('knows whose draft it is on a page that does not ask for the account, by the same token alone', async () => {
  const page = await openPage('anita')
  page.keep('contactMessage', 'seed')
  const reloaded = await openPage(null, page.tab)
  expect(reloaded.read('contactMessage')).toEqual({ text: 'seed' })
  reloaded.tab.setItem('view as', 'bina Bina')
  await openPage('bina', reloaded.tab, 'rememberAccount')
  reloaded.tab.removeItem('view as')
  expect((await openPage(null, page.tab)).read('contactMessage'), 'after a view').toEqual({ text: 'seed' })
  device.setItem('token', 'a token of somebody else')
  const other = await openPage(null, page.tab)
  expect(other.read('contactMessage')).toBeUndefined()
})

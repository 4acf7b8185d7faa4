import { setTimeout as sleep } from 'node:timers/promises'

/** The administrator that the servers are started with. */
export const administrator = {
  ADMIN_EMAIL: 'anita@agridesk.example',
  ADMIN_PASSWORD: 'marigold-and-monsoon',
}

export function ensure(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence)
}

/** Waits until the server is ready. */
export async function waitForSite(url: string, seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    ensure(performance.now() < deadline, `${url} was not ready after ${seconds} s`)
    await sleep(200)
  }
}

/** Reads a page, logs in and reads a list: returns the number of customers. */
export async function checkSite(url: string): Promise<number> {
  const page = await fetch(`${url}/`)
  ensure(page.ok && (await page.text()).includes('AgriDesk'), `The home page was answered ${page.status}`)
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.ADMIN_EMAIL, password: administrator.ADMIN_PASSWORD }),
  })
  ensure(login.ok, `The log-in was answered ${login.status}`)
  const { token }: { token: string } = JSON.parse(await login.text())
  const list = await fetch(`${url}/api/v1/customers?total=true&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  ensure(list.ok, `The list of customers was answered ${list.status}`)
  const { total }: { total: number } = JSON.parse(await list.text())
  return total
}

const [, , site] = process.argv
if (import.meta.main && site !== undefined) {
  await waitForSite(site, 60)
  process.stdout.write(String(await checkSite(site)))
}

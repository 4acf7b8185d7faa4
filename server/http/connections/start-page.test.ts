import { expect, it } from 'vitest'
import { freePort } from '#testing/processes/server-process.ts'
import { english } from '#domain/messages/t.ts'
import { setLanguages } from '../../core/language.ts'
import { openStartPage } from './start-page.ts'

it('answers what a long start does, and leaves the port to the server', async () => {
  const port = await freePort()
  const page = openStartPage({ port, host: '127.0.0.1', tls: undefined })
  const ask = (path: string, accept = '*/*'): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })
  await expect(ask('/')).rejects.toThrow()
  page.show('Upgrading <the database>: 10 %')
  await expect.poll(async () => (await ask('/healthz').catch(() => undefined))?.status).toBe(200)
  const ready = await ask('/readyz')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await ready.json()).toMatchObject({
    status: 503,
    msg: 'AgriDesk is starting. Upgrading <the database>: 10 %',
  })
  page.show('Upgrading: 20 %')
  const html = await (await ask('/contact24', 'text/html')).text()
  expect(html).toContain('Upgrading: 20 %')
  setLanguages([
    { ...english, locale: 'gu-IN', translations: { 'AgriDesk is starting': 'AgriDesk શરૂ થઈ રહ્યું છે' } },
  ])
  const inGujarati = async (headers: Record<string, string>): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html', ...headers } })).text()
  for (const headers of [{ 'accept-language': 'gu-IN,en;q=0.8' }, { cookie: 'token=x; language=gu' }])
    expect(await inGujarati(headers)).toMatch(/<html lang="gu">.*<h1>AgriDesk શરૂ થઈ રહ્યું છે<\/h1>/)
  setLanguages([])
  page.show('<b>')
  expect(await (await ask('/', 'text/html')).text()).not.toContain('<b>')
  await page.close()
  await expect(ask('/healthz')).rejects.toThrow()
})

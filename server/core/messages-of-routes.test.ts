import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMessage } from '#testing/pseudo-language.ts'
import { openTestApp, type Json, type TestApp, type TestRole } from '#testing/test-app.ts'

let test: TestApp
const routes: { method: string; url: string }[] = []
beforeAll(async () => {
  test = await openTestApp('sqlite', {}, (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') routes.push({ method: each, url })
    })
  })
  await requestAll()
}, 120_000)
afterAll(() => test.close())

const roles: (TestRole | 'anonymous')[] = ['anonymous', 'pending', 'VIEWER', 'ADMIN']
const bodies: readonly unknown[] = [{}, [], '{"', { nonsense: 1 }]

/** Texts of answers that are not messages. */
const texts = new Set<string>()
let sentences = 0

/** Sends every wrong body, and a wrong query, to every route, and reads the answers in the pseudo-language. */
async function requestAll(): Promise<void> {
  for (const { method, url } of routes) {
    // Logging out would end the session of this test.
    if (url === '/api/auth/logout') continue
    const path = url.replaceAll(/:\w+/g, 'nothing').replace('*', 'nothing')
    const wrong = method === 'GET' ? queries : bodies.map((each) => ['', each] as const)
    for (const role of roles)
      // The others are refused before the body is read.
      for (const [query, body] of role === 'ADMIN' ? wrong : wrong.slice(0, 1)) {
        const answer = await test.request(method, path + query, body, {
          as: role,
          headers: { 'accept-language': 'gu' },
        })
        if (answer.status < 400) continue
        for (const sentence of sentencesIn(answer.body)) {
          sentences++
          // The thread of the imports reads the translations themselves.
          if (!isMessage(sentence) && /\p{Script=Latin}/u.test(sentence))
            texts.add(`${method} ${url}: ${sentence}`)
        }
      }
  }
}

it('refuses requests on every route with messages', () => {
  expect(sentences).toBeGreaterThan(1000)
  expect([...texts]).toEqual([])
})

const queries: readonly (readonly [query: string, body: undefined])[] = [
  ['', undefined],
  ['?limit=x&sort=nothing&nonsense=1&day=x&from=x&to=x&q=', undefined],
]

const sentencesIn = ({ title, msg, detail, errors = [] }: Json): string[] => [
  title,
  msg,
  detail,
  ...errors.map(({ message }: Json) => message),
]

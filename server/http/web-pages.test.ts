import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse as LightResponse } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '#domain/messages/t.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

const files = {
  'index.html':
    '<link rel="canonical" href="{{site}}/"><meta name="map" content="{{map}}"><meta name="time-zone" content="{{timeZone}}"><h1>Home of the firm</h1>',
  'services.html':
    '<i>{{site}}</i><script type="application/ld+json">{"list":"{{services.list}}"}</script>' +
    '<ul><!--card--><li><b>{{service.provider}}</b>{{service.price}} {{service.service}} {{service.description}}</li><!--/card--></ul>' +
    '<script type="application/json" id="services">{{services.json}}</script>',
  'contact.html': '<iframe src="{{map}}"></iframe>',
  'contact-none.html': '<p>No map</p>',
  'services-none.html': '<p>No services available</p>{{services.json}}',
  'login.html': '<h1>Log in</h1>',
  'login-to.html': '<h1>Log in</h1><p>to continue</p>',
  'admin/users.html': '<p>Loading…</p>',
  'not-found.html': '<h1>Sorry! Page not found</h1>',
  'gu/index.html': '<h1>ફર્મનું હોમ {{site}}</h1>',
  'gu/not-found.html': '<h1>પેજ મળ્યું નહીં</h1>',
  'robots.txt': 'Sitemap: {{site}}/sitemap.xml\n',
  'sitemap.xml': '<loc>{{site}}/about</loc>',
  'assets/main-12345678.js': 'const site = "{{site}}"',
  'assets/short-hsMrIU1.js': '',
  'assets/long-12345678.js': 'const rows = []\n'.repeat(200),
  'logo-12345678.svg': '<svg/>',
}
/** The build has compressed it. */
const long = 'assets/long-12345678.js'

describe.each(databaseNames)('the pages of the site on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'agridesk-pages-'))
  let test: TestApp
  /** With the default settings. */
  let app: FastifyInstance
  const apps: FastifyInstance[] = []
  /** Without SQL of their own, so one database is enough. */
  const onSqlite = it.runIf(database === 'sqlite')

  const serve = async (
    settings: Record<string, string> = {},
    languages: readonly Language[] = [],
  ): Promise<FastifyInstance> => {
    const { store, config } = test
    const own = readConfig({ DATA_DIR: config.dataDir, ...settings })
    const log = pino({ level: 'silent' })
    const now = (): Date => test.clock.now
    const { server } = await buildApp({
      store,
      config: own,
      now,
      log,
      version: 'test',
      webFolder: folder,
      languages,
    })
    apps.push(server)
    return server
  }
  beforeAll(async () => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    writeFileSync(join(folder, `${long}.gz`), gzipSync(files[long]))
    test = await openTestApp(database)
    app = await serve()
  })
  afterAll(async () => {
    for (const each of apps) await each.close()
    await test.close()
    rmSync(folder, { recursive: true, force: true })
  })

  onSqlite('contain the requested address, or the configured one', async () => {
    const at = async (host: string): Promise<string> =>
      (await app.inject({ url: '/', headers: { host } })).body
    expect(await at('desk.example:8080')).toContain('href="http://desk.example:8080/"')
    expect(await at('[::1]:4000')).toContain('href="http://[::1]:4000/"')
    for (const invalid of ['"><script>', 'a b', 'x/../y', "x'y"])
      expect(await at(invalid), invalid).toContain('href="http://localhost/"')
    const set = await serve({ SITE_URL: 'https://agridesk.example/' })
    const answer = await set.inject({ url: '/robots.txt', headers: { host: 'evil.example' } })
    expect(answer.body).toBe('Sitemap: https://agridesk.example/sitemap.xml\n')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await set.inject('/sitemap.xml')).body).toBe('<loc>https://agridesk.example/about</loc>')
    expect((await set.inject('/assets/main-12345678.js')).body, 'only pages have placeholders').toContain(
      '{{site}}',
    )
  })

  onSqlite('are in the chosen language, else in one that the browser prefers, else in English', async () => {
    const own = await serve({}, [{ locale: 'gu-IN-u-nu-latn', translations: {} }])
    const at = (url: string, headers: Record<string, string>): Promise<LightResponse> =>
      own.inject({ url, headers })
    const gujarati = 'gu-IN,gu;q=0.9,en;q=0.8'
    for (const [headers, code] of [
      [{ 'accept-language': gujarati }, 'gu'],
      [{ 'accept-language': 'en-IN', cookie: 'x=1; language=gu' }, 'gu'],
      [{ 'accept-language': gujarati, cookie: 'language=en' }, 'en'],
      [{ 'accept-language': gujarati, cookie: 'language=xx' }, 'gu'],
      [{ 'accept-language': 'fr', cookie: 'other-language=gu' }, 'en'],
      // There is no page in Marathi here.
      [{ cookie: 'language=mr' }, 'en'],
    ] as const) {
      const { body, headers: sent } = await at('/', headers)
      expect(body, JSON.stringify(headers)).toContain(code === 'gu' ? 'ફર્મનું હોમ' : 'Home of the firm')
      expect(sent['content-language']).toBe(code)
      expect(sent['vary']).toContain('accept-language')
      expect(sent['vary']).toContain('cookie')
    }
    const missing = await at('/nowhere', { 'accept-language': 'gu' })
    expect([missing.statusCode, missing.body]).toEqual([404, '<h1>પેજ મળ્યું નહીં</h1>'])
    expect((await at('/gu/index', { 'accept-language': 'gu' })).statusCode, 'only at its own address').toBe(
      404,
    )
    expect((await at('/gu', {})).statusCode).toBe(404)
  })

  onSqlite('say that a log-in continues to the page that was opened without a session', async () => {
    expect((await app.inject('/login?to=%2Ftoday')).body).toContain('to continue')
    for (const url of ['/login', '/login?from=x'])
      expect((await app.inject(url)).body).not.toContain('to continue')
    expect((await app.inject('/login-to')).statusCode).toBe(404)
  })

  onSqlite('are revalidated each time, while the files of the build are immutable', async () => {
    const cacheControl = async (url: string): Promise<unknown> =>
      (await app.inject(url)).headers['cache-control']
    for (const name of ['main-12345678.js', 'short-hsMrIU1.js'])
      expect(await cacheControl(`/assets/${name}`)).toBe('public, max-age=31536000, immutable')
    for (const page of ['/', '/robots.txt', '/logo-12345678.svg'])
      expect(await cacheControl(page), page).not.toContain('immutable')
  })

  onSqlite('sends the files of the build compressed or not, and refuses others beside them', async () => {
    const get = (url: string, accepted: string) =>
      app.inject({ url, headers: { 'accept-encoding': accepted } })
    const plain = await get(`/${long}`, 'identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, files[long]])
    const small = await get(`/${long}`, 'gzip, br')
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(small.rawPayload).toString()).toBe(files[long])
    const head = await app.inject({ method: 'HEAD', url: `/${long}` })
    expect([head.body, head.headers['content-length']]).toEqual(['', String(files[long].length)])
    for (const path of ['/assets/none.js', '/assets/', '/assets/..%2findex.html'])
      expect((await get(path, 'gzip')).statusCode, path).toBe(404)
  })

  onSqlite('contain the map, the only frame that the Content-Security-Policy allows', async () => {
    const defaults = await app.inject('/')
    expect(defaults.headers['content-security-policy']).toMatch(
      /frame-src https:\/\/www\.openstreetmap\.org$/,
    )
    const own = await (await serve({ MAP_EMBED_URL: 'https://maps.example/a?b=1&c="2"' })).inject('/')
    expect(own.body).toContain('content="https://maps.example/a?b=1&amp;c=%222%22"')
    expect(own.headers['content-security-policy']).toMatch(/frame-src https:\/\/maps\.example$/)
    const without = await serve({ MAP_EMBED_URL: '' })
    const none = await without.inject('/')
    expect(none.body).toContain('name="map" content=""')
    expect((await without.inject('/contact')).body).toBe('<p>No map</p>')
    expect((await app.inject('/contact')).body).toContain('<iframe src="https://www.openstreetmap.org/')
    expect(none.headers['content-security-policy']).not.toContain('frame-src')
  })

  onSqlite('may load the tiles of the day route’s map from one origin or none', async () => {
    const pictures = async (server: FastifyInstance): Promise<string | undefined> => {
      const { headers } = await server.inject('/')
      return /img-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
    }
    expect(await pictures(app)).toBe("'self' data: blob: https://tile.openstreetmap.org")
    const own = await serve({ MAP_TILES_URL: 'https://tiles.example:8443/{z}/{x}/{y}.png?key=1' })
    expect(await pictures(own)).toBe("'self' data: blob: https://tiles.example:8443")
    expect(await pictures(await serve({ MAP_TILES_URL: '' }))).toBe("'self' data: blob:")
    for (const MAP_TILES_URL of [
      'http://tiles.example/{z}/{x}/{y}.png',
      'https://tiles.example/{z}/{x}.png',
      'https://{s}.tiles.example/{z}/{x}/{y}.png',
      'tiles',
    ])
      expect(() => readConfig({ MAP_TILES_URL }), MAP_TILES_URL).toThrow(
        'MAP_TILES_URL should look like https://',
      )
  })

  it('show the services as text, whatever they contain', async () => {
    const none = await app.inject('/services')
    expect(none.body).toBe('<p>No services available</p>[]')
    const hostile = {
      provider: '</li><script>alert(1)</script>',
      service: '{{site}} $& <!--card--> "quoted"',
      price: "<b>5</b> & 'six'",
      description: '</script><script>alert(2)</script>\n<!-- {{service.price}}',
    }
    await test.make('service', hostile)
    const { body } = await app.inject('/services')
    expect(body.match(/<li>/g)).toHaveLength(1)
    expect(body).toContain('<b>&lt;/li&gt;&lt;script&gt;alert(1)&lt;/script&gt;</b>')
    expect(body).toContain(
      '&lt;b&gt;5&lt;/b&gt; &amp; &#39;six&#39; {{site}} $&amp; &lt;!--card--&gt; &quot;quoted&quot;',
    )
    expect(body.match(/<script/g), 'no service opens a script').toHaveLength(2)
    expect(body.match(/<\/script>/g)).toHaveLength(2)
    const data = /id="services">(.*)<\/script>/s.exec(body)![1]!
    expect(JSON.parse(data)).toMatchObject([hostile])
    const listed = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(body)![1]!) as { list: object[] }
    expect(listed.list).toMatchObject([{ position: 1, item: { description: hostile.description } }])
    await test.make('service', { provider: 'A', service: 'B', price: 'C', description: 'D' })
    expect((await app.inject('/services')).body.match(/<li>/g)).toHaveLength(2)
  })

  onSqlite('send scripts without the headers that only documents need', async () => {
    const { headers: script } = await app.inject('/assets/main-12345678.js')
    expect(script).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(script).not.toHaveProperty('content-security-policy')
    for (const path of ['/', '/logo-12345678.svg'])
      expect((await app.inject(path)).headers, path).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-frame-options': 'DENY',
      })
  })

  onSqlite('match in any letter case, and answer 404 when missing', async () => {
    for (const path of ['/admin/users', '/ADMIN/Users/'])
      expect(await app.inject(path)).toMatchObject({ statusCode: 200, body: '<p>Loading…</p>' })
    const missing = await app.inject('/no/such/page')
    expect(missing).toMatchObject({ statusCode: 404, body: '<h1>Sorry! Page not found</h1>' })
    expect(missing.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const path of ['/index.html', '/services-none.html', '/not-found', '/no-such.js', '/api/nowhere'])
      expect((await app.inject(path)).statusCode, path).toBe(404)
    expect(await app.inject({ method: 'HEAD', url: '/' })).toMatchObject({ statusCode: 200, body: '' })
  })

  onSqlite('answer an unreadable address with the not-found page, and the API with a problem', async () => {
    const get = async (url: string): Promise<LightResponse> =>
      app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
    const missing = await get('/no/such/page')
    const policy = missing.headers['content-security-policy']
    for (const path of ['/masters/%00', '/%E0%A4%A', '/admin/users/%1f?q=1', '/services?q=%00', '/%']) {
      const { statusCode, body, headers } = await get(path)
      expect([path, statusCode, body]).toEqual([path, 400, missing.body])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      })
    }
    for (const path of ['/api/v1/zones/%00', '/api/%E0%A4%A', '/assets/%00.js']) {
      const { statusCode, headers, body } = await get(path)
      expect([path, statusCode, JSON.parse(body).status]).toEqual([path, 400, 400])
      expect(headers['content-type']).toContain('application/problem+json')
      expect(headers['content-security-policy']).toBe(policy)
    }
    const sent = await app.inject({ method: 'POST', url: '/masters/%00' })
    expect(sent.headers['content-type']).toContain('application/problem+json')
  })

  onSqlite('are compressed as the client accepts', async () => {
    for (const [accepted, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ]) {
      const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
      expect(answer.headers).toMatchObject({
        'content-encoding': sent,
        vary: expect.stringContaining('accept-encoding'),
      })
      expect(answer.rawPayload.toString()).not.toContain('Home of the firm')
    }
    expect((await app.inject('/')).body).toContain('Home of the firm')
  })
})

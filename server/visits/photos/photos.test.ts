import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import { withThumbnail } from '#domain/photos/jpeg-thumbnail.ts'
import { deleteUnattachedPhotos } from './photo-store.ts'

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 300 }, (_, at) => at % 256)])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255])
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')

describe.each(databaseNames)('photos on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
  })
  afterAll(() => test.close())

  const inject = async (method: 'GET' | 'POST', url: string, as: Json, type?: string, payload?: Buffer) =>
    test.app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${await test.as(as)}`, ...(type && { 'content-type': type }) },
      ...(payload && { payload }),
    })
  const upload = (payload: Buffer, type = 'image/jpeg', as = 'FIELD') =>
    inject('POST', '/api/v1/photos', as, type, payload)
  const download = (id: string, as = 'FIELD') => inject('GET', `/api/v1/photos/${id}`, as)
  const newPhoto = async (as = 'FIELD'): Promise<string> => (await upload(jpeg, 'image/jpeg', as)).json().id
  const send = async (Photo_ID: string, as = 'FIELD'): Promise<Answer> => {
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    return test.request('POST', '/api/plan-visit', { Customer_Code, Feedback: 'x', Photo_ID }, { as })
  }

  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
  ])('are served byte for byte as %s', async (type, bytes) => {
    const stored = await upload(bytes, type)
    expect(stored.statusCode).toBe(201)
    const response = await download(stored.json().id)
    expect(response.rawPayload.equals(bytes)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      // The next user of the same browser must not find a cached copy.
      'cache-control': 'no-store',
    })
  })

  describe('the thumbnail', () => {
    const small = Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xdb,
      ...Array.from({ length: 12_000 }, (_, at) => at % 251),
    ])
    const withSmall = Buffer.from(
      withThumbnail(Uint8Array.from([...jpeg, ...Buffer.alloc(150_000, 7)]), small),
    )
    const thumbnailOf = (id: string, as = 'FIELD') => inject('GET', `/api/v1/photos/${id}/thumbnail`, as)

    it('is the small picture in the photo', async () => {
      const { id } = (await upload(withSmall)).json()
      expect((await download(id)).rawPayload.equals(withSmall)).toBe(true)
      const response = await thumbnailOf(id)
      expect(response.rawPayload.equals(small)).toBe(true)
      expect(response.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      })
    })

    it.each([
      ['image/jpeg', jpeg],
      ['image/png', png],
      ['image/webp', webp],
    ])('is the photo itself when it has none, as %s', async (type, bytes) => {
      const response = await thumbnailOf((await upload(bytes, type)).json().id)
      expect(response.rawPayload.equals(bytes)).toBe(true)
      expect(response.headers['content-type']).toBe(type)
    })

    it('is readable by those who may read the photo', async () => {
      const { id } = (await upload(withSmall)).json()
      expect((await thumbnailOf(id, 'OFFICE')).statusCode).toBe(404)
      expect((await send(id)).status).toBe(201)
      expect((await thumbnailOf(id, 'VIEWER')).statusCode).toBe(200)
      expect((await thumbnailOf('nothing')).statusCode).toBe(404)
    })
  })

  it.each([
    [
      'text declared as an image',
      Buffer.from('<script>'),
      'image/jpeg',
      422,
      'This file is not a JPEG, PNG or WebP photo',
    ],
    ['a PNG declared as WebP', png, 'image/webp', 422, 'This file is not a JPEG, PNG or WebP photo'],
    ['an SVG', Buffer.from('<svg/>'), 'image/svg+xml', 415, 'Send a photo as JPEG, PNG or WebP'],
    ['JSON', Buffer.from('{}'), 'application/json', 415, 'Send a photo as JPEG, PNG or WebP'],
    [
      'more than a megabyte',
      Buffer.concat([jpeg, Buffer.alloc(1024 * 1024)]),
      'image/jpeg',
      413,
      'This photo is too large: at most 1 MB can be sent',
    ],
  ])('refuses %s', async (_case, bytes, type, status, sentence) => {
    const response = await upload(bytes, type)
    expect([response.statusCode, response.json().msg]).toEqual([status, sentence])
  })

  it('accepts a photo up to the limit, without raising the limit of JSON bodies elsewhere', async () => {
    expect((await upload(Buffer.concat([jpeg, Buffer.alloc(900_000)]))).statusCode).toBe(201)
    const { status } = await test.request('POST', '/api/plan-visit', { Feedback: 'x'.repeat(300_000) })
    expect(status).toBe(413)
  })

  it('refuses accounts without the right, unknown photos and requests without a session', async () => {
    expect((await upload(jpeg, 'image/jpeg', 'VIEWER')).statusCode).toBe(403)
    expect((await download('nothing')).statusCode).toBe(404)
    const { statusCode } = await test.app.server.inject({ method: 'GET', url: '/api/v1/photos/x' })
    expect(statusCode).toBe(401)
  })

  it('a photo can be attached once, by the account that uploaded it, and is hidden from others until then', async () => {
    const id = await newPhoto()
    expect((await download(id, 'OFFICE')).statusCode).toBe(404)
    expect((await send(id, 'OFFICE')).status).toBe(422)
    const { status, body } = await send(id)
    expect([status, body.Photo_ID]).toEqual([201, id])
    expect((await download(id, 'VIEWER')).statusCode).toBe(200)
    expect((await send(id)).body.msg).toBe(
      'This photo is no longer available. Take it again, or leave it out',
    )
    const undone = await test.request('POST', `/api/v1/visits/${body.id}/undo`, undefined, { as: 'FIELD' })
    expect(undone.status).toBe(200)
    expect((await send(id)).status).toBe(201)
  })

  it('when two visits use one photo at once, one is recorded and the other refused', async () => {
    const id = await newPhoto()
    const answers = await Promise.all([send(id), send(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
  })

  it('the office can remove a photo from a visit, but not add one', async () => {
    const { body: visit } = await send(await newPhoto())
    const change = (version: number, Photo_ID: unknown): Promise<Answer> =>
      test.request('PATCH', `/api/v1/visits/${visit.id}`, { version, Photo_ID })
    const wrong = await change(visit.version, 'other')
    expect([wrong.status, wrong.body.msg]).toEqual([422, 'Photo ID cannot be changed by hand'])
    expect((await change(visit.version, null)).status).toBe(200)
    expect((await download(visit.Photo_ID, 'OFFICE')).statusCode).toBe(404)
  })

  const visitOf = async (photo: string): Promise<unknown> => {
    const query = test.store.read.selectFrom('photo').select('visit_id').where('id', '=', photo)
    return (await query.executeTakeFirstOrThrow()).visit_id
  }

  it('deleting a visit detaches its photo, and restoring it attaches the photo again', async () => {
    const { body: visit } = await send(await newPhoto())
    const { body: other } = await send(await newPhoto())
    expect(await visitOf(visit.Photo_ID)).toBe(visit.id)
    const remove = async (): Promise<void> => {
      expect((await test.request('DELETE', `/api/v1/visits/${visit.id}`)).status).toBe(204)
      expect(await visitOf(visit.Photo_ID)).toBe(null)
    }
    const restore = (): Promise<Answer> => test.request('POST', `/api/v1/visits/${visit.id}/restore`)
    await remove()
    expect((await download(visit.Photo_ID, 'OFFICE')).statusCode).toBe(404)
    expect((await restore()).body).toMatchObject({ Photo_ID: visit.Photo_ID })
    expect((await download(visit.Photo_ID, 'OFFICE')).statusCode).toBe(200)
    // If the photo was deleted meanwhile, the visit no longer refers to it.
    await remove()
    await test.store.transaction((tx) =>
      deleteUnattachedPhotos(tx, new Date(test.clock.now.getTime() + 25 * 3_600_000)),
    )
    const { status, body } = await restore()
    expect([status, body.Photo_ID]).toEqual([200, null])
    expect(await visitOf(other.Photo_ID)).toBe(other.id)
  })

  it('attaching another photo detaches the previous one', async () => {
    const first = await newPhoto()
    const unnamed = { Feedback: 'x', Photo_ID: first }
    const stored = await test.request('POST', '/api/plan-visit', unnamed, { as: 'FIELD' })
    expect([stored.status, stored.body.Status]).toEqual([202, 'unassigned'])
    const { Customer_Code } = await test.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const second = await newPhoto()
    const named = { Visit_ID: stored.body.Visit_ID, Customer_Code, Feedback: 'x', Photo_ID: second }
    const visit = await test.request('POST', '/api/plan-visit', named, { as: 'FIELD' })
    expect([visit.status, visit.body.id, visit.body.Photo_ID]).toEqual([201, stored.body.id, second])
    expect([await visitOf(first), await visitOf(second)]).toEqual([null, stored.body.id])
  })

  it('deletes unattached photos after a day', async () => {
    const unattached = await newPhoto()
    const { body: visit } = await send(await newPhoto())
    const cleanUp = (hours: number): Promise<void> =>
      test.store.transaction((tx) =>
        deleteUnattachedPhotos(tx, new Date(test.clock.now.getTime() + hours * 3_600_000)),
      )
    await cleanUp(23)
    expect((await download(unattached)).statusCode).toBe(200)
    await cleanUp(25)
    expect((await download(unattached)).statusCode).toBe(404)
    expect((await download(visit.Photo_ID)).statusCode).toBe(200)
  })
})

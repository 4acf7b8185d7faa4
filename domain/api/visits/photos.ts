import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../values.ts'

const tag = 'Visits'

/** The body is the image itself, which no schema describes. */
export const sendPhoto = endpoint('POST', '/api/v1/photos', {
  may: ['create', 'visit'],
  tag,
  summary:
    'Upload a photo (the body: image/jpeg, image/png or image/webp, at most 1 MB) to attach to a visit',
  answer: z.strictObject({ id: text.check(z.meta({ format: 'uuid' })) }),
  status: 201,
  answered: 'Send the id as Photo_ID with the visit; an unattached photo is deleted after a day',
  problems: [413, 415, 422],
})

export const readPhoto = endpoint('GET', '/api/v1/photos/:id', {
  may: ['read', 'visit'],
  tag,
  summary: 'The photo of a visit',
  status: 200,
  answered: 'The image',
  problems: [404],
})

export const readThumbnail = endpoint('GET', '/api/v1/photos/:id/thumbnail', {
  may: ['read', 'visit'],
  tag,
  summary: 'The thumbnail of the photo of a visit: the small JPEG (JFXX) inside it, or else the photo itself',
  status: 200,
  answered: 'The image',
  problems: [404],
})

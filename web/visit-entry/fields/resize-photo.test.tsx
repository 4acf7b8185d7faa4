import { expect, it } from 'vitest'
import { maxThumbnailBytes, thumbnailIn } from '#domain/photos/jpeg-thumbnail.ts'
import { resizePhoto } from './resize-photo.ts'

/** A picture that JPEG can hardly make smaller. */
function noise(width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  const pixels = context.createImageData(width, height)
  let state = 1
  for (let at = 0; at < pixels.data.length; at++) {
    state = (state * 16_807) % 2_147_483_647
    pixels.data[at] = at % 4 === 3 ? 255 : state % 256
  }
  context.putImageData(pixels, 0, 0)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'))
}

it('makes a photo smaller, with a thumbnail of the same shape inside', async () => {
  const photo = await resizePhoto(await noise(1600, 1200))
  expect(photo.type).toBe('image/jpeg')
  expect(photo.size).toBeLessThanOrEqual(200_000)
  const thumbnail = thumbnailIn(new Uint8Array(await photo.arrayBuffer()))!
  expect(thumbnail.length).toBeLessThanOrEqual(maxThumbnailBytes)
  const large = await createImageBitmap(photo)
  const small = await createImageBitmap(new Blob([thumbnail.slice()], { type: 'image/jpeg' }))
  expect(large.width / large.height).toBeCloseTo(4 / 3, 1)
  expect(small.width / small.height).toBeCloseTo(4 / 3, 1)
  expect(small.width).toBeLessThanOrEqual(320)
})

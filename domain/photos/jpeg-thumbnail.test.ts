import { describe, expect, it } from 'vitest'
import { bytesWithThumbnail, maxThumbnailBytes, thumbnailIn, withThumbnail } from './jpeg-thumbnail.ts'

const jfif = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
const jpeg = (application: number[], rest: number[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([0xff, 0xd8, ...application, 0xff, 0xdb, ...rest])
const photo = jpeg(jfif, [1, 2, 3])
const thumbnail = jpeg(jfif, [9, 8])

describe('the thumbnail in a JPEG photo', () => {
  it('stands after the first segment, without its own, and the rest of the photo stays as it was', () => {
    const whole = withThumbnail(photo, thumbnail)
    const added = whole.length - photo.length
    expect([...whole.subarray(0, 20)]).toEqual([...photo.subarray(0, 20)])
    expect([...whole.subarray(20 + added)]).toEqual([...photo.subarray(20)])
    expect([...thumbnailIn(whole)!]).toEqual([...jpeg([], [9, 8])])
  })

  it('comes first in a photo that begins with another segment', () => {
    const exif = [0xff, 0xe1, 0, 4, 7, 7]
    const whole = withThumbnail(jpeg(exif, [1]), thumbnail)
    expect([...thumbnailIn(whole)!]).toEqual([...jpeg([], [9, 8])])
    // A program that wrote its own segment before it.
    const before = Uint8Array.from([0xff, 0xd8, ...exif, ...whole.subarray(2)])
    expect(thumbnailIn(before)).toBeDefined()
  })

  it('is found in the first bytes of the photo, and is left out when it is too large', () => {
    const largest = jpeg([], Array<number>(maxThumbnailBytes - 4).fill(5))
    const whole = withThumbnail(photo, largest)
    expect(thumbnailIn(whole.subarray(0, bytesWithThumbnail))).toHaveLength(maxThumbnailBytes)
    expect(withThumbnail(photo, jpeg([], Array<number>(maxThumbnailBytes).fill(5)))).toBe(photo)
  })

  it.each([
    ['a photo without one', photo],
    ['nothing', new Uint8Array()],
    ['a PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47])],
    ['a segment that is longer than the file', jpeg([0xff, 0xe0, 99, 0, 0x4a, 0x46, 0x58, 0x58, 0, 16], [])],
    ['a segment of length 0', jpeg([0xff, 0xe0, 0, 0], [])],
    ['a thumbnail that is no JPEG', jpeg([0xff, 0xe0, 0, 10, 0x4a, 0x46, 0x58, 0x58, 0, 16, 60, 60], [])],
  ])('is not found in %s', (_case, content) => {
    expect(thumbnailIn(content)).toBeUndefined()
  })
})

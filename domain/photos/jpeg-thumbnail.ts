/**
 * A JPEG photo can contain its thumbnail: a smaller JPEG in a segment that JFIF 1.02 defines ("JFXX", extension code 0x10),
 * after the first segment of the file. Programs that do not know the segment skip it.
 */

/** More than this is not stored as a thumbnail. */
export const maxThumbnailBytes = 15_000

const startOfImage = [0xff, 0xd8]
const app0 = 0xe0
const jfif = [0x4a, 0x46, 0x49, 0x46, 0]
const jfxx = [0x4a, 0x46, 0x58, 0x58, 0, 0x10]
const headerBytes = 4 + jfxx.length

/** The first bytes of a photo that contain its thumbnail: some cameras write other segments before the image too. */
export const bytesWithThumbnail = maxThumbnailBytes + 1024

interface Segment {
  marker: number
  /** Where its two bytes of marker begin. */
  start: number
  end: number
}

const begins = (content: Uint8Array, bytes: readonly number[], from: number): boolean =>
  bytes.every((byte, at) => content[from + at] === byte)

/** The application segments at the start of the file. */
function* applicationSegments(content: Uint8Array): Generator<Segment> {
  if (!begins(content, startOfImage, 0)) return
  for (let start = 2; start + 4 <= content.length;) {
    const marker = content[start + 1]!
    if (content[start] !== 0xff || marker < app0 || marker > app0 + 15) return
    const end = start + 2 + content[start + 2]! * 256 + content[start + 3]!
    yield { marker, start, end }
    start = end
  }
}

/** The file without the JFIF segment, which a thumbnail may not contain. */
function withoutJfif(content: Uint8Array): Uint8Array {
  const [first] = applicationSegments(content)
  if (first?.marker !== app0) return content
  return joined([content.subarray(0, 2), content.subarray(first.end)])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The photo with the thumbnail inside, or as it is when the thumbnail is too large. */
export function withThumbnail(
  photo: Uint8Array<ArrayBuffer>,
  thumbnail: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const small = withoutJfif(thumbnail)
  if (small.length > maxThumbnailBytes || !begins(photo, startOfImage, 0)) return photo
  const [first] = applicationSegments(photo)
  const at = first && begins(photo, jfif, first.start + 4) ? first.end : 2
  const length = small.length + headerBytes - 2
  const header = Uint8Array.of(0xff, app0, length >> 8, length & 255, ...jfxx)
  return joined([photo.subarray(0, at), header, small, photo.subarray(at)])
}

/** The thumbnail in the first bytes of a photo. */
export function thumbnailIn(start: Uint8Array): Uint8Array | undefined {
  for (const segment of applicationSegments(start)) {
    if (segment.end > start.length) return undefined
    if (segment.marker !== app0 || !begins(start, jfxx, segment.start + 4)) continue
    const content = start.subarray(segment.start + headerBytes, segment.end)
    return begins(content, [...startOfImage, 0xff], 0) ? content : undefined
  }
  return undefined
}

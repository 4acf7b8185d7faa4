import { maxThumbnailBytes, withThumbnail } from '#domain/photos/jpeg-thumbnail.ts'

const unreadableError = (): Error =>
  new Error(
    'This browser cannot read the picture. Take it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)',
  )

/** The quality and the longest side of each attempt, until the photo is small enough. */
const attempts = [
  { maxSide: 1280, quality: 0.7 },
  { maxSide: 1280, quality: 0.5 },
  { maxSide: 1024, quality: 0.5 },
  { maxSide: 800, quality: 0.4 },
  { maxSide: 640, quality: 0.3 },
] as const

/** The same for the thumbnail, which becomes a part of the photo. */
const thumbnailAttempts = [
  { maxSide: 320, quality: 0.6 },
  { maxSide: 320, quality: 0.4 },
  { maxSide: 240, quality: 0.3 },
  { maxSide: 160, quality: 0.3 },
] as const

/**
 * Redraws the photo smaller, with a thumbnail inside: megabytes become some ten kilobytes, and metadata such as the location
 * stays on the device.
 */
export async function resizePhoto(file: Blob, maxBytes = 200_000): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadableError()
  })
  try {
    const thumbnail = await redrawWithin(picture, thumbnailAttempts, maxThumbnailBytes)
    const photo = await redrawWithin(picture, attempts, maxBytes - thumbnail.size)
    const whole = withThumbnail(await bytesOf(photo), await bytesOf(thumbnail))
    return new Blob([whole], { type: photo.type })
  } finally {
    picture.close()
  }
}

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await blob.arrayBuffer())

async function redrawWithin(
  picture: ImageBitmap,
  sizes: typeof attempts | typeof thumbnailAttempts,
  maxBytes: number,
): Promise<Blob> {
  let smallest: Blob | undefined
  for (const { maxSide, quality } of sizes) {
    smallest = await redraw(picture, maxSide, quality)
    if (smallest.size <= maxBytes) break
  }
  return smallest!
}

async function redraw(picture: ImageBitmap, maxSide: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw unreadableError()
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency: transparent pixels would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadableError())), 'image/jpeg', quality)
  })
}

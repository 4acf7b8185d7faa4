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

/**
 * Redraws the photo smaller: megabytes become some ten kilobytes, and metadata such as the location stays on the device.
 */
export async function resizePhoto(file: Blob, maxBytes = 200_000): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadableError()
  })
  try {
    let smallest: Blob | undefined
    for (const { maxSide, quality } of attempts) {
      smallest = await redraw(picture, maxSide, quality)
      if (smallest.size <= maxBytes) break
    }
    return smallest!
  } finally {
    picture.close()
  }
}

async function redraw(picture: ImageBitmap, maxSide: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw unreadableError()
  // JPEG has no transparency: transparent pixels would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadableError())), 'image/jpeg', quality)
  })
}

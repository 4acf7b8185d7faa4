const maxSide = 1280
const quality = 0.7

const unreadableError = (): Error =>
  new Error(
    'This browser cannot read the picture. Take it as JPEG or PNG (on an iPhone: Settings, Camera, Formats, Most Compatible)',
  )

/**
 * Redraws the photo smaller: megabytes become some ten kilobytes, and metadata such as the location stays on the device.
 */
export async function resizePhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadableError()
  })
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
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadableError())), 'image/jpeg', quality)
  })
}

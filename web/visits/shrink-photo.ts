const longestSide = 1280
const quality = 0.7

const unreadable = (): Error =>
  new Error(
    'This browser cannot read the picture. Take it as JPEG or PNG (an iPhone: Settings, Camera, Formats, Most Compatible)',
  )

/**
 * Drawn anew and smaller: a camera's megabytes become some ten kilobytes, and whatever the camera wrote into the file,
 * such as the place, stays on the device.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadable()
  })
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw unreadable()
  // What can be seen through would turn black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadable())), 'image/jpeg', quality)
  })
}

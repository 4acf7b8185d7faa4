import jsqr from 'jsqr'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { QrPicture } from './qr-picture.tsx'
import './second-factor.css'

const pixels = 600

/** The picture as a camera sees it: with its colours from the style sheet, on the dark page. */
async function photograph(picture: Element): Promise<ImageData> {
  const { backgroundColor, fill } = getComputedStyle(picture)
  const copy = picture.cloneNode(true) as SVGElement
  for (const [name, value] of Object.entries({
    xmlns: 'http://www.w3.org/2000/svg',
    width: pixels,
    height: pixels,
  }))
    copy.setAttribute(name, String(value))
  copy.setAttribute('fill', fill)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`
  await image.decode()
  const canvas = new OffscreenCanvas(2 * pixels, 2 * pixels).getContext('2d')!
  canvas.fillStyle = '#111'
  canvas.fillRect(0, 0, 2 * pixels, 2 * pixels)
  canvas.fillStyle = backgroundColor
  canvas.fillRect(pixels / 2, pixels / 2, pixels, pixels)
  canvas.drawImage(image, pixels / 2, pixels / 2)
  return canvas.getImageData(0, 0, 2 * pixels, 2 * pixels)
}

const addressOf = (email: string): string =>
  `otpauth://totp/AgriDesk:${encodeURIComponent(email)}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=AgriDesk`

it.each([
  ['a short e-mail address', 'a@b.in'],
  ['an ordinary one', 'nila.bhatt+office@example.in'],
  ['one of the longest', `${'n'.repeat(64)}@${'field-office.'.repeat(14)}in`],
  ['one of another script', 'नीला@उदाहरण.भारत'],
])('draws a code that a scanner reads as the key, with %s', async (_kind, email) => {
  const address = addressOf(email)
  const screen = await render(<QrPicture address={address} />)
  const picture = screen.getByRole('img', { name: 'QR code of the key' })
  const { data, width, height } = await photograph(picture.element())
  expect(jsqr.default(data, width, height)?.data).toBe(address)
})

import type { Page } from '@playwright/test'
import { withThumbnail } from '#domain/photos/jpeg-thumbnail.ts'
import { apiClient } from './api-client.ts'
import { expect, test } from './fixtures.ts'

/** A picture with as many details as one of a field, as JPEG. */
async function pictureOf(page: Page, width: number, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  const data = await page.evaluate(
    ([side, q]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 1280
      canvas.height = 960
      const context = canvas.getContext('2d')!
      for (let at = 0; at < 1500; at++) {
        context.fillStyle = `hsl(${60 + ((at * 37) % 80)} 50% ${20 + ((at * 53) % 50)}%)`
        context.fillRect((at * 7919) % 1280, (at * 104_729) % 960, 3 + (at % 24), 3 + (at % 17))
      }
      const small = document.createElement('canvas')
      small.width = side!
      small.height = (side! * 3) / 4
      small.getContext('2d')!.drawImage(canvas, 0, 0, small.width, small.height)
      return small.toDataURL('image/jpeg', q).split(',')[1]!
    },
    [width, quality],
  )
  return Uint8Array.from(Buffer.from(data, 'base64'))
}

test(
  "loads small thumbnails on a customer's page, as they are scrolled near",
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    const { Customer_Code } = await api.make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const photo = withThumbnail(await pictureOf(page, 1280, 0.7), await pictureOf(page, 240, 0.3))
    expect(photo.length).toBeGreaterThan(100_000)
    for (let day = 1; day <= 12; day++) {
      const sent = await request.post('/api/v1/photos', {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
        data: Buffer.from(photo),
      })
      await api.send('/api/v1/visits', {
        Customer_Code,
        Visited_On: `2026-01-${String(day).padStart(2, '0')}`,
        Feedback: 'The field is green and weeded; the pump works again.',
        Photo_ID: (await sent.json()).id,
      })
    }
    const sizes: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/photos/')) sizes.push(Number(response.headers()['content-length']))
    })
    await page.goto(`/customers/${Customer_Code}`)
    const pictures = page.locator('.timeline img')
    await expect(pictures.first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(sizes.length).toBeLessThan(12)
    await page.locator('.timeline > li').last().scrollIntoViewIfNeeded()
    await expect(pictures.last()).toBeInViewport()
    for (const size of sizes) expect(size).toBeLessThanOrEqual(15_000)
    const loaded = sizes.length
    await page
      .getByRole('button', { name: /^Open: Photo of/ })
      .last()
      .click()
    await expect(page.getByRole('dialog').locator('img')).toBeVisible()
    await expect.poll(() => sizes.slice(loaded)).toContain(photo.length)
  },
)

import { apiClient } from './api-client.ts'
import { expect, test } from './fixtures.ts'

const pdf = Buffer.from('%PDF-1.7\nSeed licence\n%%EOF')

test('attaches documents to a customer, refuses what is none, downloads, deletes and undoes', async ({
  page,
  request,
  asAdministrator: { token },
  expectedErrors,
}) => {
  expectedErrors.push(/422/)
  const { Customer_Code } = await apiClient(request, token).make('customer')
  await page.goto(`/customers/${String(Customer_Code)}?tab=data`)
  const part = page.getByRole('region', { name: 'Documents' })
  await expect(part.getByText('No documents yet.')).toBeVisible()

  await part.locator('input[type=file]').setInputFiles([
    { name: 'seed licence.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg><script>alert(1)</script></svg>') },
  ])
  await expect(part.getByRole('button', { name: 'seed licence.pdf', exact: true })).toBeVisible()
  await expect(part.getByRole('alert')).toHaveText(
    'SVG, HTML and XML files can contain scripts, so they are not accepted',
  )
  await part.getByRole('button', { name: 'Close the message about logo.png' }).click()
  await expect(part.getByText('logo.png')).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await part.getByRole('button', { name: 'seed licence.pdf', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('seed licence.pdf')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).equals(pdf)).toBe(true)

  await part.getByRole('button', { name: 'Delete seed licence.pdf' }).click()
  await expect(part.getByText('No documents yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(part.getByRole('button', { name: 'seed licence.pdf', exact: true })).toBeVisible()
  await page.reload()
  await expect(part.getByRole('button', { name: 'seed licence.pdf', exact: true })).toBeVisible()
})

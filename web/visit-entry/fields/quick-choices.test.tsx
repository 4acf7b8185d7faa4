import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { english, setLanguage } from '#domain/messages/t.ts'
import { QuickChoices } from './quick-choices.tsx'

afterEach(() => setLanguage(() => english))

it('shows the options in the language of the reader, and chooses them as they are stored', async () => {
  const translations = { worked: 'કામ આવ્યું' }
  setLanguage(() => ({ locale: 'gu-IN-u-nu-latn', translations }))
  const onChoose = vi.fn()
  await render(<QuickChoices label="Result" options={['used', 'worked']} value="" onChoose={onChoose} />)
  await expect.element(page.getByRole('button', { name: 'Used' })).toBeVisible()
  await page.getByRole('button', { name: 'કામ આવ્યું' }).click()
  expect(onChoose).toHaveBeenCalledWith('worked')
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { LedgerEntry } from '../ledger.ts'
import type { ChaosCustomer } from './firm.ts'

/** What a person records on a phone. */
export interface Task {
  kind: LedgerEntry['kind'] | 'correction'
  /** Typed, except for a plan. */
  text: string
  customer: ChaosCustomer
  hasPhoto: boolean
  /** Of a plan, as the input has it. */
  moment: string
}

/** A picture of one pixel. */
const picture = {
  name: 'field.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** Opens the screen for the task by the way a person takes, and enters it. */
export async function enter(page: Page, task: Task): Promise<void> {
  await page.locator('.field-bar a[href="/find"]').click()
  const find = page.getByRole('searchbox', { name: 'Find a customer' })
  if (task.kind === 'proposal') {
    await find.fill(task.text)
    await page.getByRole('link', { name: 'Propose a new customer' }).click()
    await page.locator('[name=Customer_Name]').fill(task.text)
    await page.locator('[name=City_Code]').selectOption({ index: 1 })
    return
  }
  await find.fill(task.customer.code)
  if (task.kind === 'visit') {
    await page.locator(`.field-card a[href="/record/${task.customer.id}"]`).click()
    await page.locator('[name=Feedback]').fill(task.text)
    if (!task.hasPhoto) return
    await page.locator('[name=Photo]').setInputFiles(picture)
    await page.locator('.photo-small').waitFor()
    return
  }
  await page.locator(`.field-card-name[href="/field/customers/${task.customer.id}"]`).click()
  const parts = page.locator('.field-changes')
  if (task.kind === 'plan') {
    await parts.locator('summary').filter({ hasText: /visit/ }).click()
    await parts.locator('input[type=datetime-local]').fill(task.moment)
  } else if (task.kind === 'comment') {
    await parts.locator('summary').filter({ hasText: 'Comment' }).click()
    await parts.locator('[name=body]').fill(task.text)
  } else {
    await parts.locator('summary').filter({ hasText: 'correction' }).click()
    await parts.locator('[name=remarks]').fill(task.text)
  }
}

const saveButton = ({ kind }: Task): string => {
  if (kind === 'proposal') return 'button:has-text("Save only")'
  if (kind === 'visit') return '.field-save button'
  const part = 'details[open]'
  return kind === 'plan' ? `${part} .stack > button` : `${part} form button[type=submit]`
}

const savedPattern = /Saved on this phone: (\S{9})/
/** Of a disk that is full, or another tab that logged out. */
const failedPattern = /Could not save|storage is full|Log in to record/
const answerTimeout = 8000

/** Presses Save, again while the phone says that it could not; returns the reference that the phone shows. */
export async function save(page: Page, task: Task, onPress: () => void): Promise<string> {
  const notice = async (): Promise<string> => (await page.locator('.notices').allTextContents()).join(' ')
  const before = savedPattern.exec(await notice())?.[1]
  for (let attempt = 1; attempt <= 20; attempt++) {
    onPress()
    await page.locator(saveButton(task)).click()
    const end = performance.now() + answerTimeout
    while (performance.now() < end) {
      const text = await notice()
      const reference = savedPattern.exec(text)?.[1]
      if (reference !== undefined && reference !== before) return reference
      if (failedPattern.test(text)) break
      await sleep(20)
    }
    if (performance.now() >= end) throw new Error(`${task.kind}: no answer of the phone`)
    await sleep(300)
  }
  throw new Error(`${task.kind}: could not be saved`)
}

/** Whether the draft of a visit is offered again, as after the browser was killed. */
export async function isOfferedAgain(page: Page, origin: string, task: Task): Promise<boolean> {
  await page.goto(`${origin}/record/${task.customer.id}`)
  const feedback = page.locator('[name=Feedback]')
  await feedback.waitFor()
  return (await feedback.inputValue()) === task.text
}

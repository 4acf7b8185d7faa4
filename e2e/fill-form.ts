import type { Page } from '@playwright/test'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sampleOf } from '#domain/catalogue/stored/kinds.ts'
import { typedValue } from '#web/masters/form/typed-values.ts'

/** Fills in a form with the first option of every list; n makes the values differ. */
export async function fillForm(page: Page, entity: Entity, n: number): Promise<void> {
  for (const [name, field] of Object.entries(entity.fields)) {
    const control = page.locator(`main [name="${name}"]`)
    // An optional reference may have no options yet.
    if (
      field.presence === 'generated' ||
      field.byAction ||
      (field.presence === 'optional' && field.reference)
    )
      continue
    if (field.presence === 'noneYet') {
      await page.getByLabel(`none yet: ${field.label}`).check()
    } else if (field.reference) {
      const isOpen = await control.evaluate((element: HTMLSelectElement) => element.value === '')
      if (isOpen) await control.selectOption({ index: field.reference.many ? 0 : 1 })
    } else if (field.typedIn.choices) {
      const choice = field.typedIn.choices[0]!
      const isSelect = await control.first().evaluate((element) => element.tagName === 'SELECT')
      if (isSelect) await control.selectOption(choice)
      else await page.locator(`main [name="${name}"][value="${choice}"]`).check()
    } else {
      await control.fill([typedValue(field, sampleOf(field, n))].flat().join())
    }
  }
}

/** The names of the fields that have a value, without generated codes. */
export async function filledFields(page: Page, entity: Entity): Promise<string[]> {
  return page.locator('.entity-form').evaluate(
    (form: HTMLFormElement, generated) => {
      const controls = [...form.elements] as HTMLInputElement[]
      return controls
        .filter((each) => each.name && !generated.includes(each.name))
        .filter((each) => (each.type === 'radio' ? each.checked : each.value !== ''))
        .map((each) => each.name)
    },
    Object.keys(entity.fields).filter((name) => entity.fields[name]!.presence === 'generated'),
  )
}

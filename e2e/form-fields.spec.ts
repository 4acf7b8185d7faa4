import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { sectionsOf } from '../web/masters/form/sections.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test(
  'shows the heading and an input of the right name for every field of all 28 forms',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: _ }) => {
    expect(forms).toHaveLength(28)
    // The narrowest supported screen.
    await page.setViewportSize({ width: 360, height: 740 })
    const firstPage = await (await request.get('/contact1')).text()
    for (const form of forms) {
      // /contact is prerendered; all other forms are screens of one page, which is loaded once.
      if (['/contact', '/contact1'].includes(form.route)) await page.goto(form.route)
      else {
        expect(await (await request.get(form.route)).text(), form.route).toBe(firstPage)
        await navigateInApp(page, form.route)
      }
      await expect(page.getByRole('heading', { level: 1 }), form.route).toHaveText(form.heading)
      const names = await page
        .locator('.entity-form')
        .evaluate((element) => [
          ...new Set([...(element as HTMLFormElement).elements].map((each) => each.getAttribute('name'))),
        ])
      const { fields } = entityNamed(form.entity)
      // Long forms are grouped; within a group, as in a form without any, the order is the specification's.
      const groups = sectionsOf[form.entity]?.map((section) => section.fields) ?? [Object.keys(fields)]
      expect(names.filter(Boolean), form.route).toEqual(groups.flat())
      expect(groups.flat().toSorted(), form.route).toEqual(Object.keys(fields).toSorted())
      for (const group of groups)
        expect(group, form.route).toEqual(Object.keys(fields).filter((name) => group.includes(name)))
      const isReadOnly = page.locator('.entity-form [readonly]')
      const generated = Object.values(fields).filter((field) => field.presence === 'generated')
      await expect(isReadOnly, form.route).toHaveCount(generated.length)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${form.route} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  },
)

import { languageCodes } from '#domain/messages/languages.ts'
import { guardedPages } from '#domain/screens/pages.ts'
import { publicPages } from '#domain/screens/public-pages.ts'
import { apiClient } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { catalogueOf, englishTexts } from './english-texts.ts'
import { expect, navigateInApp, refusal, test, whenLoaded } from './fixtures.ts'

// Every screen in every language, which takes minutes: `npm test` checks every screen in English and a sample of the others
// (e2e/accessibility.spec.ts, e2e/languages.spec.ts). MEASURE=1 npx playwright test e2e/screens-in-languages.spec.ts --project=measure

test.use({ isSharedSample: true })

/** The values of records may be words that are messages as well, such as the name of a season. */
const recordValues = 'tbody, option'

const sizes = [
  { width: 360, height: 780 },
  { width: 1280, height: 800 },
]

for (const code of languageCodes) {
  test(
    `has no accessibility findings in light and dark mode and fits into 360 and 1280 px on every screen in ${code}`,
    { tag: '@measure' },
    async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
      test.setTimeout(1_200_000)
      expectedErrors.push(refusal(404), /ERR_/)
      await page.route(/openstreetmap/, (route) => route.abort())
      const catalogue = code === 'en' ? {} : catalogueOf(code)
      const { items } = await apiClient(request, token).read('/api/v1/customers?limit=1')
      const [customer, id] = [String(items[0]!['Customer_Code']), String(items[0]!['id'])]
      const routes = [...guardedPages, ...publicPages].filter((path) => path !== '/logout')
      const records = [
        '/lists/customers',
        '/trees/territory',
        '/trees/organisation',
        `/customers/${customer}`,
        `/record/${id}`,
        `/field/customers/${id}`,
        '/no-such-page',
      ]
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), code)
      await page.goto('/account')
      const findings: string[] = []
      for (const [at, path] of [...routes, ...records].entries()) {
        await navigateInApp(page, path)
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        // The accessibility at one size of each screen, and at the other one of the next.
        for (const size of at % 2 === 0 ? sizes : sizes.toReversed()) {
          await page.setViewportSize(size)
          await whenLoaded(page)
          const width = await page.evaluate(() => document.scrollingElement!.scrollWidth)
          if (width > size.width) findings.push(`${path} is ${width} px wide on ${size.width} px`)
        }
        findings.push(...(await axeViolations(page)).map((violation) => `${path}: ${violation}`))
        findings.push(
          ...(await englishTexts(page, catalogue, recordValues)).map(
            (text) => `${path} is not translated: ${text}`,
          ),
        )
      }
      expect(findings).toEqual([])
    },
  )
}

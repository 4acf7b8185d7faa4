import { apiClient } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.use({ timezoneId: 'America/New_York' })

test(
  'shows dates as dd/mm/yyyy and times in the firm’s time zone',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const headers = { authorization: `Bearer ${token}` }
    const { make } = apiClient(request, token)
    const { Customer_Code } = await make('customer', { Last_Visited: null, Last_Visit_ID: null })
    const plan = { Customer_Code, Planned_Date: '2030-08-16', Planned_Time: '09:30' }
    const planned = await request.post('/api/plan-visit', { data: plan, headers })
    const { id } = (await planned.json()) as { id: string }
    const moved = { ...plan, Planned_Date: '2030-08-17' }
    expect((await request.post('/api/plan-visit', { data: moved, headers })).status()).toBe(200)
    await page.goto(`/records/visits/${id}`)
    const values = page.getByRole('region', { name: 'Values' })
    await expect(values).toContainText('17/08/2030 09:30')
    const history = page.getByRole('region', { name: 'History' })
    await expect(history).toContainText('16/08/2030 09:30')
    await expect(page.getByRole('main')).not.toContainText(/\d{4}-\d{2}-\d{2}/)

    const balance = await make('balance', { Customer_Code, As_Of: '2026-10-05' })
    await navigateInApp(page, `/records/balances/${String(balance['id'])}`)
    await expect(values).toContainText('05/10/2026')
    await expect(page.getByRole('main')).not.toContainText(/\d{4}-\d{2}-\d{2}/)

    const assignment = await make('assignment', {
      Customer_Code,
      From_Day: '2026-09-01',
      Until_Day: null,
    })
    await navigateInApp(page, `/records/assignments/${String(assignment['id'])}`)
    await expect(values).toContainText('01/09/2026')
    await expect(page.getByRole('main')).not.toContainText(/\d{4}-\d{2}-\d{2}/)
  },
)

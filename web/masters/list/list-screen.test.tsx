import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useRevalidator, useSearchParams } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ListScreen } from './list-screen.tsx'

const names = ['Wheat', 'Cotton', 'Bajra', 'Castor', 'Mustard']

/** Pages of two, with the position as the cursor. */
function CropList(): ReactNode {
  const [search] = useSearchParams()
  const q = search.get('q') ?? ''
  const found = names.filter((name) => name.toLowerCase().includes(q.toLowerCase()))
  const start = Number(search.get('after') ?? 0)
  const next = start + 2 < found.length ? String(start + 2) : null
  return (
    <ListScreen
      label="Crops"
      search="Search crops"
      count={`${found.length} crops`}
      page={{ items: found.slice(start, start + 2), next, total: found.length }}
      perPage={2}
      table={{ columns: [{ label: 'Crop', cell: (name) => name }], keyOf: (name) => name }}
      empty={`No matches for “${q}”.`}
    />
  )
}

const renderList = () =>
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <CropList /> }])} />)

/** Pages of two, with the number of rows before the page in the URL. */
function PositionList(): ReactNode {
  const [search] = useSearchParams()
  const start = Number(search.get('from') ?? 0)
  const next = start + 2 < names.length ? String(start + 2) : null
  return (
    <ListScreen
      label="Crops"
      page={{ items: names.slice(start, start + 2), next, total: names.length, start }}
      perPage={2}
      cursor="from"
      table={{ columns: [{ label: 'Crop', cell: (name) => name }], keyOf: (name) => name }}
      empty="None."
    />
  )
}

const shown = (): string[] => [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent)
const pages = page.getByRole('navigation', { name: 'Pages of crops' })

it('shows a page of the rows with the count, and links to the others by cursor', async () => {
  await renderList()
  await expect
    .element(page.getByRole('region', { name: 'Crops' }).getByText('5 crops', { exact: true }))
    .toBeVisible()
  expect(shown()).toEqual(['Wheat', 'Cotton'])
  await expect.element(pages.getByText('1–2 of 5')).toBeVisible()
  await pages.getByRole('link', { name: 'Next page' }).click()
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect.element(pages.getByText('5–5 of 5')).toBeVisible()
  expect(shown()).toEqual(['Mustard'])
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect.element(pages.getByText('3–4 of 5')).toBeVisible()
  await pages.getByRole('link', { name: 'First page' }).click()
  await expect.element(pages.getByText('1–2 of 5')).toBeVisible()
})

it('links to the previous page of a pasted URL that has the position of its page', async () => {
  const routes = [{ path: '*', element: <PositionList /> }]
  const router = createMemoryRouter(routes, { initialEntries: ['/?from=3'] })
  await render(<RouterProvider router={router} />)
  await expect.element(pages.getByText('4–5 of 5')).toBeVisible()
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect.element(pages.getByText('2–3 of 5')).toBeVisible()
  await pages.getByRole('link', { name: 'Previous page' }).click()
  await expect.element(pages.getByText('1–2 of 5')).toBeVisible()
  await expect.element(pages.getByRole('link', { name: 'Previous page' })).not.toBeInTheDocument()
  expect(router.state.location.search).toBe('')
})

it.each([
  { isPolled: true, busy: 'false' },
  { isPolled: false, busy: 'true' },
])('announces a reload unless the page polls: $isPolled', async ({ isPolled, busy }) => {
  let answer = (_: null): void => undefined
  const List = (): ReactNode => (
    <ListScreen
      label="Crops"
      count={useRevalidator().state}
      page={{ items: names }}
      isPolled={isPolled}
      table={{ columns: [{ label: 'Crop', cell: (name) => name }], keyOf: (name) => name }}
      empty="None."
    />
  )
  const loader = (): Promise<null> => new Promise((resolve) => (answer = resolve))
  const hydrationData = { loaderData: { list: null } }
  const router = createMemoryRouter([{ id: 'list', path: '*', element: <List />, loader }], { hydrationData })
  await render(<RouterProvider router={router} />)
  const table = page.getByRole('table', { name: 'Crops' })
  await expect.element(table).toHaveAttribute('aria-busy', 'false')
  const reloaded = router.revalidate()
  await expect.element(page.getByText('loading', { exact: true })).toBeVisible()
  await expect.element(table).toHaveAttribute('aria-busy', busy)
  answer(null)
  await reloaded
  const opened = router.navigate('/?q=wheat')
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  answer(null)
  await opened
  await expect.element(table).toHaveAttribute('aria-busy', 'false')
})

it('searches while typing, and returns to the first page', async () => {
  await renderList()
  await pages.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('searchbox', { name: 'Search crops' }).fill('cast')
  await expect.element(pages).not.toBeInTheDocument()
  expect(shown()).toEqual(['Castor'])
})

it('says why there are no rows, instead of an empty table', async () => {
  await renderList()
  await page.getByRole('searchbox', { name: 'Search crops' }).fill('rice')
  await expect.element(page.getByText('No matches for “rice”.')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})

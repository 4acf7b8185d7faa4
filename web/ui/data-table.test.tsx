import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../styles/main.css'
import { ChangeTable } from './change-table.tsx'
import { DataTable, type Column, type DataTableProps } from './data-table.tsx'
import { selectColumn } from './select-column.tsx'
import { useRowSelection } from './use-row-selection.ts'

interface Crop {
  code: string
  name: string
  price: number
}

const crops: readonly Crop[] = ['Wheat', 'Cotton', 'Bajra', 'Castor'].map((name, at) => ({
  code: `C${at}`,
  name,
  price: 10 * at,
}))

const columns: readonly Column<Crop>[] = [
  { label: 'Crop', cell: ({ name }) => name },
  { label: 'Price', kind: 'number', cell: ({ price }) => price },
]

const Table = (props: Partial<DataTableProps<Crop>>): ReactNode => (
  <MemoryRouter>
    <DataTable caption="Crops" columns={columns} rows={crops} keyOf={({ code }) => code} {...props} />
  </MemoryRouter>
)

const table = page.getByRole('table', { name: 'Crops' })
const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent)

afterEach(() => page.viewport(1280, 800))

it('names the table and its columns, and gives each cell its label', async () => {
  await render(<Table current="C1" isBusy />)
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  expect(texts('thead th[scope=col]')).toEqual(['Crop', 'Price'])
  expect(texts('tbody td[data-label=Price]')).toEqual(['0', '10', '20', '30'])
  expect(texts('tr[aria-current=true]')).toEqual(['Cotton10'])
})

it('aligns numbers right, and makes cards with labels on a narrow screen', async () => {
  await page.viewport(1280, 800)
  await render(<Table />)
  const price = document.querySelector('td.is-number')!
  expect(getComputedStyle(price).textAlign).toBe('right')
  await page.viewport(390, 800)
  expect(getComputedStyle(price).textAlign).toBe('left')
  expect(getComputedStyle(price, '::before').content).toBe('"Price"')
})

it('keeps the columns of a plain table on a narrow screen', async () => {
  await page.viewport(390, 800)
  await render(<Table look="plain" />)
  expect(getComputedStyle(document.querySelector('td')!).display).toBe('table-cell')
})

it('sorts by a link, and says the direction and the position among several', async () => {
  const onAdd = vi.fn()
  const sorted: readonly Column<Crop>[] = [
    {
      label: 'Crop',
      cell: ({ name }) => name,
      sort: { to: '?sort=-name', direction: 'ascending', position: 1 },
    },
    {
      label: 'Price',
      cell: ({ price }) => price,
      sort: { to: '?', direction: 'descending', position: 2, onAdd },
    },
  ]
  await render(<Table columns={sorted} />)
  const byPrice = page.getByRole('link', { name: /^Price.*second sort, descending/ })
  await expect.element(page.getByRole('link', { name: /^Crop/ })).toHaveAttribute('href', '/?sort=-name')
  await byPrice.click({ modifiers: ['Shift'] })
  expect(onAdd).toHaveBeenCalledOnce()
  expect([...document.querySelectorAll('th')].map((th) => th.ariaSort)).toEqual(['ascending', null])
})

it('puts rows of one group under its name, and totals below', async () => {
  const foot = (
    <tfoot>
      <tr>
        <th scope="row">Sum</th>
        <td>60</td>
      </tr>
    </tfoot>
  )
  await render(<Table groupOf={({ price }) => (price < 20 ? 'Cheap' : 'Dear')} foot={foot} />)
  expect(texts('th[scope=rowgroup]')).toEqual(['Cheap', 'Dear'])
  expect(texts('tbody:nth-of-type(2) td[data-label=Crop]')).toEqual(['Bajra', 'Castor'])
  expect(texts('tfoot')).toEqual(['Sum60'])
})

it('names a row by a heading, and hides the headings of values that explain themselves', async () => {
  const values = [
    { name: 'a', label: 'Price', before: '10', after: '' },
    { name: 'b', label: 'Season', before: 'Kharif', after: 'Rabi' },
  ]
  const { rerender } = await render(<ChangeTable caption="Changes" values={values} />)
  await expect.element(page.getByRole('row', { name: 'Price 10 none' })).toBeVisible()
  expect(texts('tbody th[scope=row]')).toEqual(['Price', 'Season'])
  expect(document.querySelector('thead')).toHaveClass('for-readers')
  await rerender(<ChangeTable caption="Changes" headings={['Now', 'Then']} values={values} />)
  await expect.element(page.getByRole('columnheader', { name: 'Then' })).toBeVisible()
})

function Selectable({ list = '' }: { list?: string }): ReactNode {
  const selection = useRowSelection(({ code }: Crop) => code, list)
  return (
    <>
      <Table columns={[selectColumn(crops, selection, ({ name }) => name), ...columns]} />
      <output>{selection.selected.map(({ name }) => name).join(', ')}</output>
    </>
  )
}

const selected = page.getByRole('status')
const boxOf = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

it('selects a row, a range with Shift, and the page', async () => {
  await render(<Selectable />)
  await boxOf('Castor').click()
  await boxOf('Cotton').click({ modifiers: ['Shift'] })
  await expect.element(selected).toHaveTextContent('Castor, Cotton, Bajra')
  const all = boxOf('page')
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(selected).toHaveTextContent('Castor, Cotton, Bajra, Wheat')
  await all.click()
  await expect.element(selected).toHaveTextContent('')
  // The checkboxes are no column of their own for a reader of the headings.
  await expect.element(page.getByRole('columnheader').first()).toHaveTextContent('Crop')
})

it('clears the selection when the list is another one', async () => {
  const { rerender } = await render(<Selectable list="q=a" />)
  await boxOf('Wheat').click()
  await expect.element(selected).toHaveTextContent('Wheat')
  await rerender(<Selectable list="q=b" />)
  await expect.element(boxOf('Wheat')).not.toBeChecked()
})

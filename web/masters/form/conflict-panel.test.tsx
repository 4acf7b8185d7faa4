import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { initialState } from './form-state.ts'
import { typedValues } from './typed-values.ts'
import type { EntityFormState } from './use-entity-form.ts'

const customer = entityNamed('customer')

const recordWith = (values: object): StoredRecord =>
  ({
    id: 'customer-1',
    version: 1,
    createdAt: '',
    updatedAt: '',
    Customer_Code: 'C-1',
    Customer_Name: 'Asha Farm',
    ...values,
  }) as unknown as StoredRecord

const options = [
  { value: 'AHM', title: 'Ahmedabad', facts: [] },
  { value: 'RJT', title: 'Rajkot', facts: [] },
  { value: 'RJT2', title: 'Rajkot Rural', facts: [] },
  { value: 'G1', title: 'Gujarat', facts: [] },
]

async function renderPanel(base: object, mine: object, theirs: object) {
  const current = recordWith({ ...base, ...theirs })
  const state = initialState(customer, { record: recordWith(base) })
  const form = { ...state, entity: customer, values: { ...state.values, ...mine } }
  return render(
    <ConflictPanel
      form={form as unknown as EntityFormState}
      current={current}
      theirs={typedValues(customer, current)}
    />,
  )
}

it('shows names beside the codes of both versions', async () => {
  const found = async (path: string): Promise<Response> => {
    const q = new URL(path, location.href).searchParams.get('q')!
    return Response.json({ items: options.filter(({ value }) => value.startsWith(q)), more: false })
  }
  vi.stubGlobal('fetch', vi.fn(found))
  const panel = await renderPanel(
    { City_Code: 'SRT', State_Code: 'M1' },
    { City_Code: 'AHM' },
    { City_Code: 'RJT', State_Code: 'G1' },
  )
  await expect.element(panel.getByLabelText('saved: RJT Rajkot', { exact: true })).not.toBeChecked()
  await expect.element(panel.getByLabelText('yours: AHM Ahmedabad', { exact: true })).toBeChecked()
  await expect.element(panel.getByText('State Code, saved: G1 Gujarat')).toBeVisible()
})

it('shows the codes alone if the names cannot be loaded', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
  )
  const panel = await renderPanel({ City_Code: 'SRT' }, { City_Code: 'XX1' }, { City_Code: 'XX2' })
  await expect.element(panel.getByLabelText('saved: XX2', { exact: true })).toBeVisible()
  await expect.element(panel.getByLabelText('yours: XX1', { exact: true })).toBeVisible()
})

import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { optionQueryOf } from '../form/cascade.ts'
import { Collection } from './long-list.tsx'

const staffUser = entityNamed('staffUser')

it('shows the names of the chosen codes, and the code alone where no name is known', async () => {
  const options = [
    { value: 'F1', title: 'Sales', facts: [] },
    { value: 'F12', title: 'Stores', facts: [] },
  ]
  const found = async (path: string): Promise<Response> => {
    const q = new URL(path, location.href).searchParams.get('q')!
    return Response.json({ items: options.filter(({ value }) => value.startsWith(q)), more: false })
  }
  vi.stubGlobal('fetch', vi.fn(found))
  const onType = vi.fn()
  const input = await render(
    <Collection
      name="Function_Codes"
      field={staffUser.fields['Function_Codes']!}
      value={['F1', 'F9']}
      onType={onType}
      attributes={{ id: 'functions', 'aria-describedby': undefined, 'aria-invalid': undefined }}
      isRequired={false}
      isDisabled={false}
      preview={undefined}
      optionSource={{
        first: null,
        optionQuery: optionQueryOf(staffUser, 'Function_Codes', {}),
        retry: () => {},
      }}
    />,
  )
  await expect.element(input.getByText('F1-Sales', { exact: true })).toBeVisible()
  await expect.element(input.getByText('F9', { exact: true })).toBeVisible()
  await input.getByRole('button', { name: /^Remove F1 from/ }).click()
  expect(onType).toHaveBeenCalledWith(['F9'])
})

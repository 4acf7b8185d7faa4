import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render, renderHook } from 'vitest-browser-react'
import { ApiProblem, Unreachable } from '../api/api-problem.ts'
import { SavedBefore } from '../api/drafts/submit-once.ts'
import { NoticeRegion, notify } from './notices.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { useSubmit, type SubmitOptions } from './use-submit.ts'

type Send = SubmitOptions<object, unknown>['send']

const unreachable = 'The server cannot be reached. Check the connection and try again'
const invalid = new ApiProblem(422, {
  msg: 'Price should be a number',
  errors: [
    { field: 'price', message: 'Price should be a number' },
    { field: 'name', message: 'Name is taken' },
  ],
})

function CropForm({
  body = { name: 'Wheat' },
  ...options
}: { body?: object } & SubmitOptions<object, unknown>): ReactNode {
  const { isBusy, problems, error, submit, clearProblems } = useSubmit(options)
  return (
    <>
      <form
        aria-label="Crop"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(body, event.currentTarget)
        }}
      >
        {['name', 'price'].map((name) => (
          <Field key={name} label={name} problem={problems[name]}>
            {(attributes) => <input {...attributes} name={name} onInput={() => clearProblems(name)} />}
          </Field>
        ))}
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
      </form>
      <p data-testid="error">{error}</p>
      <NoticeRegion />
    </>
  )
}

const save = page.getByRole('button', { name: 'Save', exact: true })
const notice = page.getByRole('status')

afterEach(() => notify(null))

it('sends one request for several clicks, and is busy until the answer arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn(() => promise)
  await render(<CropForm send={send} success={() => 'Saved'} />)
  const form = page.getByRole('form').element() as HTMLFormElement
  form.requestSubmit()
  form.requestSubmit()
  await expect.element(page.getByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-disabled', 'true')
  form.requestSubmit()
  expect(send).toHaveBeenCalledOnce()
  resolve()
  await expect.element(notice).toHaveTextContent('Saved')
  await expect.element(save).not.toHaveAttribute('aria-disabled')
})

it('reuses the idempotency key after a lost answer, and uses a new one after a save', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new Unreachable('lost')).mockResolvedValue('saved')
  await render(<CropForm send={send} success={() => 'Saved'} />)
  await save.click()
  await expect.element(notice).toHaveTextContent(unreachable)
  await save.click()
  await expect.element(notice).toHaveTextContent('Saved')
  notify(null)
  await save.click()
  await expect.element(notice).toHaveTextContent('Saved')
  const [first, again, other] = send.mock.calls
  expect(again).toEqual(first)
  expect(other![1]).not.toBe(first![1])
})

it('reports SavedBefore when the first attempt was saved and the form has changed since', async () => {
  const onFailure = vi.fn()
  const first = { status: 201, body: { id: '1' } }
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new Unreachable('lost'))
    .mockRejectedValueOnce(
      new ApiProblem(422, { msg: 'Used', errors: [{ field: 'Idempotency-Key', message: 'Used' }], first }),
    )
  const { rerender } = await render(<CropForm send={send} onFailure={onFailure} />)
  await save.click()
  await expect.element(notice).toHaveTextContent(unreachable)
  await rerender(<CropForm send={send} onFailure={onFailure} body={{ name: 'Maize' }} />)
  await save.click()
  await expect.element(notice).toHaveTextContent('Your first attempt was saved. Later changes are not saved')
  expect(send.mock.calls[1]![1]).toBe(send.mock.calls[0]![1])
  expect(onFailure.mock.lastCall![0]).toBeInstanceOf(SavedBefore)
})

it('shows each problem beside its field and focuses the first of them', async () => {
  const options = { fields: ['name', 'price'], failure: 'The crop is not saved' }
  await render(<CropForm send={() => Promise.reject(invalid)} {...options} />)
  await save.click()
  await expect.element(notice).toHaveTextContent('The crop is not saved')
  const name = page.getByRole('textbox', { name: 'name' })
  const price = page.getByRole('textbox', { name: 'price' })
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription('Name is taken')
  await expect.element(price).toHaveAccessibleDescription('Price should be a number')
  await name.fill('Rye')
  await expect.element(page.getByText('Name is taken')).not.toBeInTheDocument()
  await expect.element(price).toHaveAccessibleDescription('Price should be a number')
})

it('shows the reason in the notice when no field shows it, and focuses the fallback field', async () => {
  const send = (): Promise<never> => Promise.reject(new ApiProblem(409, { msg: 'Changed meanwhile' }))
  await render(<CropForm send={send} fields={['name']} otherwise="price" failure="The crop is not saved" />)
  await save.click()
  await expect.element(notice).toHaveTextContent('The crop is not savedChanged meanwhile')
  await expect.element(page.getByRole('textbox', { name: 'price' })).toHaveFocus()
})

it('shows no notice when failure is null, and returns the error', async () => {
  await render(<CropForm send={() => Promise.reject(invalid)} failure={null} />)
  await save.click()
  await expect.element(page.getByTestId('error')).toHaveTextContent('Price should be a number')
  await expect.element(notice).toBeEmptyDOMElement()
})

it('offers Undo in the success notice', async () => {
  const undo = vi.fn()
  const success = (): object => ({ text: 'Deleted', action: { label: 'Undo', run: undo } })
  await render(<CropForm send={async () => 'done'} success={success as never} />)
  await save.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledOnce()
})

it('shows the notice although the form was unmounted meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const onSuccess = vi.fn()
  const { result, unmount } = await renderHook(() =>
    useSubmit({ send: (_: string) => promise, success: (answer) => answer, onSuccess }),
  )
  await render(<NoticeRegion />)
  const submitted = result.current.submit('body')
  await unmount()
  resolve('Saved elsewhere')
  expect(await submitted).toBe('Saved elsewhere')
  expect(onSuccess).toHaveBeenCalledOnce()
  await expect.element(notice).toHaveTextContent('Saved elsewhere')
})

import { useState, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../styles/main.css'
import { ApiProblem } from '../api/api-problem.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { NoticeRegion, notify } from './notices.tsx'

const dialog = page.getByRole('dialog')
const opener = page.getByRole('button', { name: 'Open', exact: true })

function Opened({ children }: { children: (close: () => void) => ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <NoticeRegion />
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

const Simple = (): ReactNode => (
  <Opened>
    {(close) => (
      <Dialog heading="Rename Wheat" onClose={close}>
        <label>
          Name <input name="name" />
        </label>
        <DialogActions>
          <Button onClick={() => notify({ tone: 'bad', text: 'The name is taken' })}>Save</Button>
        </DialogActions>
      </Dialog>
    )}
  </Opened>
)

afterEach(() => notify(null))

it('has a name, focuses its first field, and returns the focus when Escape closes it', async () => {
  await render(<Simple />)
  await opener.click()
  await expect.element(page.getByRole('dialog', { name: 'Rename Wheat' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('closes on Back, and on its close button', async () => {
  await render(<Simple />)
  await opener.click()
  await expect.element(dialog).toBeVisible()
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('shows its notices beside the buttons, and once only', async () => {
  await render(<Simple />)
  await opener.click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('The name is taken')).toBeVisible()
  expect(document.querySelector('.dialog-actions .notice')).not.toBeNull()
  expect(document.querySelectorAll('.notice')).toHaveLength(1)
})

it('shows notices below the heading when it has no buttons', async () => {
  await render(
    <Opened>
      {(close) => (
        <Dialog heading="History" onClose={close}>
          <Button onClick={() => notify({ tone: 'bad', text: 'Not loaded' })}>Load</Button>
        </Dialog>
      )}
    </Opened>,
  )
  await opener.click()
  await dialog.getByRole('button', { name: 'Load' }).click()
  await expect.element(dialog.getByText('Not loaded')).toBeVisible()
})

it('says why beside the buttons, and keeps them in view in a long dialog', async () => {
  await page.viewport(390, 600)
  await render(
    <Dialog heading="Long" onClose={() => undefined}>
      <div style={{ height: '2000px' }} />
      <DialogActions error="The customer was visited today.">
        <Button>Submit</Button>
      </DialogActions>
    </Dialog>,
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('The customer was visited today.')
  const button = page.getByRole('button', { name: 'Submit' }).element().getBoundingClientRect()
  expect(button.bottom).toBeLessThanOrEqual(600)
  await page.viewport(1280, 800)
})

function Confirm({
  send,
  onDone,
}: {
  send: () => Promise<string>
  onDone: (answer: string) => void
}): ReactNode {
  return (
    <Opened>
      {(close) => (
        <ConfirmDialog
          heading="Delete Wheat?"
          action="Delete crop"
          busyAction="Deleting…"
          tone="danger"
          send={send}
          failure="Wheat was not deleted"
          onDone={(answer) => {
            onDone(answer)
            close()
          }}
          onClose={close}
        >
          <p>This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Opened>
  )
}

it('confirms once for several clicks, and stays open after a failure for another attempt', async () => {
  const refused = new ApiProblem(409, { msg: 'A customer grows it' })
  const { promise, reject } = Promise.withResolvers<string>()
  const send = vi.fn<() => Promise<string>>().mockReturnValueOnce(promise).mockResolvedValueOnce('done')
  const onDone = vi.fn()
  await render(<Confirm send={send} onDone={onDone} />)
  await opener.click()
  await expect.element(dialog).toHaveClass('dialog-danger')
  await dialog.getByRole('button', { name: 'Delete crop' }).click()
  await dialog.getByRole('button', { name: 'Deleting…' }).click({ force: true })
  expect(send).toHaveBeenCalledOnce()
  reject(refused)
  await expect.element(dialog.getByText('Wheat was not deleted')).toBeVisible()
  await expect.element(dialog.getByText('A customer grows it')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Delete crop' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onDone).toHaveBeenCalledExactlyOnceWith('done')
})

it('does nothing when it is cancelled', async () => {
  const send = vi.fn(async () => 'done')
  await render(<Confirm send={send} onDone={() => undefined} />)
  await opener.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(send).not.toHaveBeenCalled()
})

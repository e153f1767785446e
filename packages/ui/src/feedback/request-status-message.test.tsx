import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { notRequested } from '../lib/request-status.ts'
import { RequestStatusMessage } from './request-status-message.tsx'

const requested = { ...notRequested, isRequested: true }

it('RequestStatusMessage shows nothing before the request, or after a success without a message', async () => {
  const screen = await render(
    <>
      <RequestStatusMessage status={notRequested} successMessage="Saved" />
      <RequestStatusMessage status={{ ...requested, isSuccess: true }} />
    </>,
  )
  expect(screen.container.textContent).toBe('')
})

it('RequestStatusMessage shows the loading message, even after an earlier success', async () => {
  const screen = await render(
    <RequestStatusMessage status={{ ...requested, isPending: true }} loadingMessage="Saving..." />,
  )
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saving...')
})

it('RequestStatusMessage announces why the request failed', async () => {
  const status = { ...requested, isError: true, errorMessage: 'timeout of 10ms exceeded' }
  const screen = await render(<RequestStatusMessage status={status} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('timeout of 10ms exceeded')
})

it('RequestStatusMessage announces the success message', async () => {
  const screen = await render(
    <RequestStatusMessage status={{ ...requested, isSuccess: true }} successMessage="Saved" />,
  )
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved')
})

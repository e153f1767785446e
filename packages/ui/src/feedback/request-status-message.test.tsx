import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { notRequested } from '../lib/request-status.ts'
import { RequestStatusMessage } from './request-status-message.tsx'

const requested = { ...notRequested, isRequested: true }

it('says nothing before the request and nothing of a success without a message', async () => {
  const screen = await render(
    <>
      <RequestStatusMessage status={notRequested} successMessage="Saved" />
      <RequestStatusMessage status={{ ...requested, isSuccess: true }} />
    </>,
  )
  expect(screen.container.textContent).toBe('')
})

it('says that it runs, even when an earlier request succeeded', async () => {
  const screen = await render(
    <RequestStatusMessage status={{ ...requested, isPending: true }} loadingMessage="Saving..." />,
  )
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saving...')
})

it('says why it failed', async () => {
  const status = { ...requested, isError: true, errorMessage: 'timeout of 10ms exceeded' }
  const screen = await render(<RequestStatusMessage status={status} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('timeout of 10ms exceeded')
})

it('says that it is done', async () => {
  const screen = await render(
    <RequestStatusMessage status={{ ...requested, isSuccess: true }} successMessage="Saved" />,
  )
  await expect.element(screen.getByRole('status')).toHaveTextContent('Saved')
})

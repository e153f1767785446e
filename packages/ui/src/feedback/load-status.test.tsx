import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { notRequested } from '../lib/request-status.ts'
import { LoadStatus } from './load-status.tsx'

const requested = { ...notRequested, isRequested: true }
const firstLoad = { ...requested, isPending: true, isFirstLoad: true }
const failed = { ...requested, isError: true, errorMessage: 'Network Error' }

it('LoadStatus shows the uninitialized content before the first request', async () => {
  const screen = await render(
    <LoadStatus status={notRequested} uninitialized="Ask first">
      Content
    </LoadStatus>,
  )
  await expect.element(screen.getByText('Ask first')).toBeVisible()
  await expect.element(screen.getByText('Content')).not.toBeInTheDocument()
})

it('LoadStatus says "Loading..." on the first load and does not render the content', async () => {
  const children = vi.fn(() => 'Content')
  const screen = await render(<LoadStatus status={firstLoad}>{children}</LoadStatus>)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(children).not.toHaveBeenCalled()
})

it('LoadStatus announces what is loading alongside a custom skeleton', async () => {
  const screen = await render(
    <LoadStatus status={firstLoad} loading={<hr />} loadingLabel="Loading the list">
      Content
    </LoadStatus>,
  )
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading the list')
})

it('LoadStatus shows the error and retries by keyboard', async () => {
  const onRetry = vi.fn()
  const screen = await render(
    <LoadStatus status={failed} onRetry={onRetry}>
      Content
    </LoadStatus>,
  )
  await expect.element(screen.getByRole('alert').getByText('Network Error')).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onRetry).toHaveBeenCalledOnce()
})

it('LoadStatus shows a custom error instead of the default message', async () => {
  const screen = await render(
    <LoadStatus status={failed} error={({ errorMessage }) => `Sorry: ${errorMessage}`}>
      Content
    </LoadStatus>,
  )
  await expect.element(screen.getByText('Sorry: Network Error')).toBeVisible()
})

it('LoadStatus shows the content after a success and keeps showing it during a reload', async () => {
  const status = { ...requested, isSuccess: true }
  const screen = await render(<LoadStatus status={status}>Content</LoadStatus>)
  await expect.element(screen.getByText('Content')).toBeVisible()
  await screen.rerender(<LoadStatus status={{ ...requested, isPending: true }}>Content</LoadStatus>)
  await expect.element(screen.getByText('Content')).toBeVisible()
})

import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { notRequested } from '../lib/request-status.ts'
import { LoadStatus } from './load-status.tsx'

const requested = { ...notRequested, isRequested: true }

it('LoadStatus shows the uninitialized content, the loading text, and then the content, also during a reload', async () => {
  const at = (status: typeof requested) => (
    <LoadStatus status={status} uninitialized="Ask first">
      Content
    </LoadStatus>
  )
  const screen = await render(at(notRequested))
  expect(screen.container.textContent).toBe('Ask first')
  await screen.rerender(at({ ...requested, isPending: true, isFirstLoad: true }))
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(screen.container.textContent).not.toContain('Content')
  await screen.rerender(at({ ...requested, isSuccess: true }))
  expect(screen.container.textContent).toBe('Content')
  await screen.rerender(at({ ...requested, isPending: true }))
  expect(screen.container.textContent).toBe('Content')
})

it('LoadStatus shows the error and retries by keyboard', async () => {
  const onRetry = vi.fn()
  const status = { ...requested, isError: true, errorMessage: 'Network Error' }
  const screen = await render(
    <LoadStatus status={status} onRetry={onRetry}>
      Content
    </LoadStatus>,
  )
  await expect.element(screen.getByRole('alert').getByText('Network Error')).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onRetry).toHaveBeenCalledOnce()
})

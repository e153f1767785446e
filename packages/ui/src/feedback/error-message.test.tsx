import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { notRequested } from '../lib/request-status.ts'
import { ErrorMessage } from './error-message.tsx'

it('ErrorMessage announces why a request failed', async () => {
  const status = { ...notRequested, isRequested: true, isError: true, errorMessage: 'The name is taken.' }
  const screen = await render(<ErrorMessage status={status} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The name is taken.')
})

it('ErrorMessage shows nothing unless the request failed', async () => {
  const screen = await render(<ErrorMessage status={notRequested} message="Not yet" />)
  expect(screen.container.textContent).toBe('')
})

it('ErrorMessage copies the request ID by keyboard', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await render(<ErrorMessage message="Oh no" requestId="01J5Z8Q6Y3K4M7N9P2R5T8V1W3" />)
  await expect.element(screen.getByText('01J5Z8Q6Y3K4M7N9P2R5T8V1W3')).toBeVisible()
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Copy request id' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => writeText).toHaveBeenCalledWith('01J5Z8Q6Y3K4M7N9P2R5T8V1W3')
  writeText.mockRestore()
})

it('ErrorMessage calls onRetry when the user tries again', async () => {
  const onRetry = vi.fn()
  const screen = await render(<ErrorMessage message="Oh no" onRetry={onRetry} />)
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(onRetry).toHaveBeenCalledOnce()
})

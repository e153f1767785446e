import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeToast, showToast, toastQueue } from '../lib/toast-queue.ts'
import { settle, settleUntil } from '../testing/settle.ts'
import { Toasts } from './toasts.tsx'

describe('Toasts', () => {
  afterEach(() => toastQueue.clear())

  it('shows a message that can be dismissed by keyboard', async () => {
    const screen = await render(<Toasts />)
    showToast('Token copied!', { tone: 'success', description: 'Store it somewhere secure.' })
    const toast = screen.getByRole('alertdialog', { name: 'Token copied!' })
    await expect.element(toast).toHaveTextContent('Token copied!Store it somewhere secure.')
    await userEvent.keyboard('{F6}')
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(toast).not.toBeInTheDocument()
  })

  it('receives the focus with F6, from a control elsewhere on the page', async () => {
    const screen = await render(
      <>
        <button type="button">elsewhere</button>
        <Toasts />
      </>,
    )
    await screen.getByRole('button', { name: 'elsewhere' }).click()
    showToast('Token copied!')
    await expect.element(screen.getByRole('alertdialog')).toBeVisible()
    await userEvent.keyboard('{F6}')
    const region = screen.getByRole('region').element()
    await expect.poll(() => region.contains(document.activeElement)).toBe(true)
  })

  it('closes a message after 5 seconds, but keeps a danger message open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const screen = await render(<Toasts />)
    const texts = () =>
      screen
        .getByRole('alertdialog')
        .elements()
        .map((toast) => toast.textContent)
    showToast('Saved')
    showToast('Network Error', { tone: 'danger' })
    await settleUntil(() => texts().length === 2)
    vi.advanceTimersByTime(4999)
    await settle()
    expect(texts()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    await settleUntil(() => texts().length === 1)
    expect(texts()).toEqual(['Network Error'])
  })

  it('keeps a message with an action open for 20 seconds and closes it when the action is pressed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const screen = await render(<Toasts />)
    const undo = vi.fn()
    showToast('Quarantined', { action: { label: 'Undo', onPress: undo } })
    await settleUntil(() => screen.getByRole('button', { name: 'Undo' }).query() !== null)
    vi.advanceTimersByTime(19_999)
    await settle()
    vi.useRealTimers()
    await screen.getByRole('button', { name: 'Undo' }).click()
    expect(undo).toHaveBeenCalledTimes(1)
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('replaces the message with the same id, until closeToast closes it', async () => {
    const screen = await render(<Toasts />)
    for (const title of ['Saving failed', 'Saved']) showToast(title, { id: 'save', tone: 'danger' })
    await expect.element(screen.getByRole('alertdialog')).toHaveTextContent('Saved')
    expect(toastQueue.visibleToasts.map(({ content }) => content.title)).toEqual(['Saved'])
    closeToast('save')
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })
})

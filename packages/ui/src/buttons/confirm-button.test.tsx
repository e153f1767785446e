import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { settle, settleUntil } from '../testing/settle.ts'
import { translate } from '../testing/translate.ts'
import { ConfirmButton } from './confirm-button.tsx'

const armedText = 'You sure? Click again to confirm'

async function renderButton() {
  const onConfirm = vi.fn()
  const screen = await render(<ConfirmButton onConfirm={onConfirm}>Delete Workspace</ConfirmButton>)
  const button = screen.getByRole('button').element()
  if (!(button instanceof HTMLElement)) throw new Error('no button')
  return {
    onConfirm,
    button,
    async click() {
      button.click()
      await settle()
    },
    async pass(durationMs: number) {
      vi.advanceTimersByTime(durationMs)
      await settle()
    },
    async shows(text: string) {
      await settleUntil(() => button.textContent === text)
    },
  }
}

describe('ConfirmButton', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  it('changes its text although the browser has translated it', async () => {
    const screen = await render(
      <ConfirmButton onConfirm={() => {}}>
        Delete
        <span className="sr-only"> it</span>
      </ConfirmButton>,
    )
    translate(screen.container)
    const button = screen.getByRole('button').element() as HTMLElement
    button.click()
    await settleUntil(() => button.textContent === armedText)
  })

  it('asks "You sure? Click again to confirm" on the first click and confirms on the second', async () => {
    const { onConfirm, click, pass, shows } = await renderButton()
    await click()
    await shows(armedText)
    expect(onConfirm).not.toHaveBeenCalled()
    await pass(301)
    await click()
    expect(onConfirm).toHaveBeenCalledTimes(1)
    await shows('Delete Workspace')
  })

  it('ignores clicks within 300 ms of the first', async () => {
    const { onConfirm, click, pass, shows } = await renderButton()
    await click()
    await shows(armedText)
    await click()
    await pass(299)
    await click()
    expect(onConfirm).not.toHaveBeenCalled()
    await shows(armedText)
    await pass(1)
    await click()
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })

  it('resets when no second click follows within 3 seconds', async () => {
    const { onConfirm, click, pass, shows } = await renderButton()
    await click()
    await shows(armedText)
    await pass(2999)
    await shows(armedText)
    await pass(1)
    await shows('Delete Workspace')
    await click()
    await shows(armedText)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('shows what helps to decide in a tooltip and to screen readers, only while it asks', async () => {
    const screen = await render(
      <ConfirmButton onConfirm={() => {}} confirmDetail="Never used">
        Delete
      </ConfirmButton>,
    )
    expect(screen.getByRole('tooltip').query()).toBeNull()
    await screen.getByRole('button').click()
    await settleUntil(() => screen.getByRole('tooltip').query()?.textContent === 'Never used')
    await expect.element(screen.getByRole('status')).toHaveTextContent(`${armedText}. Never used`)
    vi.advanceTimersByTime(3000)
    await settleUntil(() => screen.getByRole('tooltip').query() === null)
  })

  it('works by keyboard alone and announces the question to screen readers', async () => {
    vi.useRealTimers()
    const onConfirm = vi.fn()
    const screen = await render(<ConfirmButton onConfirm={onConfirm}>Delete</ConfirmButton>)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('status')).toHaveTextContent(armedText)
    await expect
      .poll(async () => {
        await userEvent.keyboard('{Enter}')
        return onConfirm.mock.calls.length
      })
      .toBe(1)
  })
})

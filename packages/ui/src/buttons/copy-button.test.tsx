import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CopyButton } from './copy-button.tsx'

const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))

/** Dispatches the events directly, because the test runner's own key press advances the fake clock. */
function pressEnter() {
  for (const type of ['keydown', 'keyup'])
    document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
}

describe('CopyButton', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('copies by keyboard alone and shows the success text for 2 seconds', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    const onCopied = vi.fn()
    const screen = await render(
      <CopyButton text="secret" onCopied={onCopied}>
        Copy to clipboard
      </CopyButton>,
    )
    await userEvent.tab()
    await expect.element(screen.getByRole('button')).toHaveFocus()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    pressEnter()
    await expect.element(screen.getByRole('status')).toHaveTextContent('Copied!')
    expect(write).toHaveBeenCalledExactlyOnceWith('secret')
    expect(onCopied).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button').element().textContent).toBe('Copied!')
    vi.advanceTimersByTime(2000)
    await expect.element(screen.getByRole('button')).toHaveTextContent('Copy to clipboard')
  })

  it('announces a failed copy and does not call onCopied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse)
    vi.spyOn(document, 'execCommand').mockReturnValue(false)
    const onCopied = vi.fn()
    const screen = await render(<CopyButton text="secret" label="Copy token" onCopied={onCopied} />)
    await screen.getByRole('button', { name: 'Copy token' }).click()
    await expect.element(screen.getByRole('status')).toHaveTextContent('Copying failed')
    expect(onCopied).not.toHaveBeenCalled()
  })

  it('falls back to execCommand and restores the focus', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse)
    let copied = ''
    vi.spyOn(document, 'execCommand').mockImplementation(() => {
      copied = document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.value : ''
      return true
    })
    const screen = await render(<CopyButton text={'line one\nline two'} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('status')).toHaveTextContent('Copied!')
    expect(copied).toBe('line one\nline two')
    await expect.element(screen.getByRole('button')).toHaveFocus()
    expect(document.querySelector('textarea')).toBeNull()
  })
})

import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { notRequested, type RequestStatus } from '../lib/request-status.ts'
import { settle } from '../testing/settle.ts'
import { translate } from '../testing/translate.ts'
import { Button } from './button.tsx'

const pending: RequestStatus = { ...notRequested, isRequested: true, isPending: true, isFirstLoad: true }
const succeeded: RequestStatus = { ...notRequested, isRequested: true, isSuccess: true }
const failed: RequestStatus = { ...notRequested, isRequested: true, isError: true, errorMessage: 'no' }

describe('Button', () => {
  it('calls onPress on click, Enter and Space', async () => {
    const onPress = vi.fn()
    const screen = await render(<Button onPress={onPress}>Save</Button>)
    await screen.getByRole('button', { name: 'Save' }).click()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(' ')
    expect(onPress).toHaveBeenCalledTimes(3)
  })

  it.each([undefined, 'plus'] as const)(
    'changes its text although the browser has translated it, with the icon %s',
    async (icon) => {
      const button = (requestStatus: RequestStatus) => (
        <Button icon={icon} requestStatus={requestStatus} loadingText="Saving...">
          Save<span className="sr-only"> it</span>
        </Button>
      )
      const screen = await render(button(notRequested))
      translate(screen.container)
      for (const [status, text] of [
        [pending, 'Saving...'],
        [succeeded, 'Success!'],
        [failed, 'Save it'],
      ] as const) {
        await screen.rerender(button(status))
        await expect.element(screen.getByRole('button', { name: text, exact: true })).toBeVisible()
        translate(screen.container)
      }
    },
  )

  it('is disabled and not focusable when isDisabled is set', async () => {
    const onPress = vi.fn()
    const screen = await render(
      <>
        <Button isDisabled onPress={onPress}>
          Save
        </Button>
        <button type="button">After</button>
      </>,
    )
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'After' })).toHaveFocus()
  })

  it('stays focusable, shows the reason and ignores presses when disabled with a reason', async () => {
    const onPress = vi.fn()
    const screen = await render(
      <Button isDisabled disabledReason="Only owners may do this." onPress={onPress}>
        Delete
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Delete' })
    await userEvent.tab()
    await expect.element(button).toHaveFocus()
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription('Only owners may do this.')
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Only owners may do this.')
    await userEvent.keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
  })

  it('keeps the focus when it becomes enabled and disabled', async () => {
    const buttonThat = (isDisabled: boolean) => (
      <Button isDisabled={isDisabled} disabledReason="You have no changes to save.">
        Save
      </Button>
    )
    const screen = await render(buttonThat(true))
    await userEvent.tab()
    await screen.rerender(buttonThat(false))
    const button = screen.getByRole('button', { name: 'Save' })
    await expect.element(button).toHaveFocus()
    await expect.element(button).not.toHaveAttribute('aria-disabled', 'true')
    await screen.rerender(buttonThat(true))
    await expect.element(button).toHaveFocus()
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  })

  it('shows "Loading..." while loading, keeps the focus and ignores presses', async () => {
    const onPress = vi.fn()
    const screen = await render(<Button onPress={onPress}>Save</Button>)
    await userEvent.tab()
    await screen.rerender(
      <Button onPress={onPress} isLoading>
        Save
      </Button>,
    )
    await expect.element(screen.getByRole('button', { name: 'Loading...' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
  })

  it('keeps its width and is named only by the visible text while it loads and succeeds', async () => {
    const buttonWith = (status: RequestStatus) => (
      <Button requestStatus={status} icon="trash" tone="danger">
        Delete Workspace
      </Button>
    )
    const screen = await render(buttonWith(notRequested))
    const button = screen.getByRole('button')
    const { width } = button.element().getBoundingClientRect()
    await screen.rerender(buttonWith(pending))
    await expect.element(button).toHaveAccessibleName('Loading...')
    expect(button.element().getBoundingClientRect().width).toBe(width)
    await screen.rerender(buttonWith(succeeded))
    await expect.element(button).toHaveAccessibleName('Success!')
    expect(button.element().getBoundingClientRect().width).toBe(width)
  })

  it('does not submit its form while loading', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const screen = await render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isLoading>
          Save
        </Button>
      </form>,
    )
    await screen.getByRole('button').click({ force: true })
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('shows "Success!" for 2 seconds after its request succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const screen = await render(<Button requestStatus={notRequested}>Save</Button>)
    await screen.rerender(<Button requestStatus={pending}>Save</Button>)
    expect(screen.container.innerText).toBe('Loading...')
    await screen.rerender(<Button requestStatus={succeeded}>Save</Button>)
    expect(screen.container.innerText).toBe('Success!')
    vi.advanceTimersByTime(1999)
    await settle()
    expect(screen.container.innerText).toBe('Success!')
    vi.advanceTimersByTime(1)
    await expect.poll(() => screen.container.textContent).toBe('Save')
  })

  it('shows a custom success text, and the loading state when a new request starts within the 2 seconds', async () => {
    const screen = await render(<Button requestStatus={pending}>Save</Button>)
    await screen.rerender(
      <Button requestStatus={succeeded} successText="Updated your profile!">
        Save
      </Button>,
    )
    await expect.element(screen.getByRole('button', { name: 'Updated your profile!' })).toBeVisible()
    await screen.rerender(<Button requestStatus={pending}>Save</Button>)
    await expect.element(screen.getByRole('button', { name: 'Loading...' })).toBeVisible()
  })

  it('shows no success for a failed request or for one that succeeded before the button appeared', async () => {
    const screen = await render(<Button requestStatus={succeeded}>Save</Button>)
    expect(screen.container.textContent).toBe('Save')
    await screen.rerender(<Button requestStatus={pending}>Save</Button>)
    await screen.rerender(<Button requestStatus={failed}>Save</Button>)
    expect(screen.container.textContent).toBe('Save')
  })
})

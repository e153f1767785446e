import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { workspace } from '../../testing/people.ts'
import { WorkspaceLink } from './workspace-item.tsx'
import { UnverifiedAlert } from './workspaces-page.tsx'

/** Clicks without leaving the test page. Returns whether the browser would have navigated. */
async function clickLink(onRefused?: () => void, button: 'left' | 'middle' | 'right' = 'left') {
  const track = vi.spyOn(analytics, 'track')
  track.mockClear()
  const screen = await render(<WorkspaceLink workspace={workspace()} onRefused={onRefused} />)
  let isLeaving = false
  const watch = (event: MouseEvent) => {
    isLeaving = !event.defaultPrevented
    event.preventDefault()
  }
  const kind = button === 'left' ? 'click' : 'auxclick'
  document.addEventListener(kind, watch, { once: true })
  await screen.getByRole('link', { name: 'Production' }).click({ button })
  return { isLeaving, track }
}

describe('a click on a workspace', () => {
  it.each(['left', 'middle'] as const)(
    'opens its go URL with the %s button, and tracks an event',
    async (button) => {
      const { isLeaving, track } = await clickLink(undefined, button)
      expect(isLeaving).toBe(true)
      expect(track).toHaveBeenCalledExactlyOnceWith('workspace_launcher_widget_click')
    },
  )

  it.each(['left', 'middle'] as const)(
    'opens nothing with the %s button while the email is unverified',
    async (button) => {
      const onRefused = vi.fn()
      const { isLeaving } = await clickLink(onRefused, button)
      expect(isLeaving).toBe(false)
      expect(onRefused).toHaveBeenCalledOnce()
    },
  )

  it('opens only a menu with the right button, and tracks nothing', async () => {
    const { track } = await clickLink(undefined, 'right')
    expect(track).not.toHaveBeenCalled()
  })
})

it('keyboard focus on a workspace is shown by a ring around its whole card', async () => {
  const screen = await render(<WorkspaceLink workspace={workspace()} />)
  const link = screen.getByRole('link')
  await expect.element(link).toBeVisible()
  const ring = () => getComputedStyle(link.element(), '::after')
  const unfocused = ring().outlineColor
  await userEvent.tab()
  await expect.element(link).toHaveFocus()
  const { outlineStyle, outlineWidth, outlineColor } = ring()
  expect([outlineStyle, outlineWidth]).toEqual(['solid', '2px'])
  expect(outlineColor).not.toBe(unfocused)
})

it('the alert says why an unverified user cannot open a workspace', async () => {
  const onClose = vi.fn()
  const screen = await render(<UnverifiedAlert onClose={onClose} />)
  const name = 'You must verify your email before you can log into a workspace'
  await expect.element(screen.getByRole('alertdialog', { name })).toBeVisible()
  await screen.getByRole('button', { name: 'OK' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

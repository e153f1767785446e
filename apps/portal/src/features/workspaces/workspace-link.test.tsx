import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { analytics } from '../../lib/analytics/analytics.ts'
import { workspace } from '../../testing/people.ts'
import { UnverifiedAlert } from './unverified-alert.tsx'
import { WorkspaceLink } from './workspace-link.tsx'

/** Clicks without leaving the test page. Returns whether the browser would have navigated. */
async function clickLink(onRefused?: () => void) {
  const track = vi.spyOn(analytics, 'track')
  const screen = await render(<WorkspaceLink workspace={workspace()} onRefused={onRefused} />)
  let isLeaving = false
  const watch = (event: MouseEvent) => {
    isLeaving = !event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', watch, { once: true })
  await screen.getByRole('link', { name: 'Production' }).click()
  return { isLeaving, track }
}

describe('a click on a workspace', () => {
  it('opens its go URL, and tracks an event', async () => {
    const { isLeaving, track } = await clickLink()
    expect(isLeaving).toBe(true)
    expect(track).toHaveBeenCalledWith('workspace_launcher_widget_click')
  })

  it('opens nothing while the email is unverified', async () => {
    const onRefused = vi.fn()
    const { isLeaving } = await clickLink(onRefused)
    expect(isLeaving).toBe(false)
    expect(onRefused).toHaveBeenCalledOnce()
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

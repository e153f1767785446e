import { RouterProvider } from 'react-aria-components'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextLink } from '../text/text-link.tsx'
import { LinkButton } from './link-button.tsx'

describe.for([
  ['LinkButton', LinkButton],
  ['TextLink', TextLink],
] as const)('%s', ([, Component]) => {
  it('is a link that navigates through the router by keyboard', async () => {
    const navigate = vi.fn()
    const screen = await render(
      <RouterProvider navigate={navigate}>
        <Component href="/workspaces">Workspaces</Component>
      </RouterProvider>,
    )
    await expect
      .element(screen.getByRole('link', { name: 'Workspaces' }))
      .toHaveAttribute('href', '/workspaces')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/workspaces', undefined)
  })

  it('opens a new tab without an opener or referrer and announces it in its accessible name', async () => {
    const screen = await render(
      <Component href="https://example.com" isNewTab>
        Invoices
      </Component>,
    )
    const link = screen.getByRole('link', { name: 'Invoices (opens in a new tab)' })
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  })
})

describe('LinkButton disabled with a reason', () => {
  async function renderDisabled() {
    const navigate = vi.fn()
    const screen = await render(
      <RouterProvider navigate={navigate}>
        <p>Elsewhere</p>
        <LinkButton href="/workspaces" isDisabled disabledReason="Verify your email address first.">
          Workspaces
        </LinkButton>
      </RouterProvider>,
    )
    return { screen, navigate, link: screen.getByRole('link', { name: 'Workspaces' }) }
  }

  it('does not navigate and shows the reason on keyboard focus', async () => {
    const { screen, navigate, link } = await renderDisabled()
    await expect.element(link).toHaveAttribute('aria-disabled', 'true')
    await expect.element(link).toHaveAccessibleDescription('Verify your email address first.')
    await userEvent.tab()
    await expect.element(link).toHaveFocus()
    const tooltip = screen.getByRole('tooltip')
    await expect.element(tooltip).toHaveTextContent('Verify your email address first.')
    await userEvent.keyboard('{Enter}')
    expect(navigate).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await expect.element(tooltip).not.toBeInTheDocument()
  })

  it('shows the reason on hover and ignores clicks', async () => {
    const { screen, navigate, link } = await renderDisabled()
    await screen.getByText('Elsewhere').hover()
    await link.hover()
    await expect.element(screen.getByRole('tooltip')).toBeVisible()
    await link.click({ force: true })
    expect(navigate).not.toHaveBeenCalled()
  })
})

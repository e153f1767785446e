import { RouterProvider } from 'react-aria-components'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LinkButton } from './link-button.tsx'
import { TextLink } from './text-link.tsx'

describe.for([
  ['LinkButton', LinkButton],
  ['TextLink', TextLink],
] as const)('%s', ([, Component]) => {
  it('is a link that the router follows, by keyboard too', async () => {
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

  it('opens a new tab safely, and says so', async () => {
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

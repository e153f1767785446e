import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { renderApp } from '../../testing/render-app.tsx'

const open = (reason: string) => renderApp(`/sign-in-problem?reason=${reason}`, { user: null })

describe('the page after a failed sign-in', () => {
  it('offers the address of support in case the problem keeps happening', async () => {
    const { screen } = await open('expired')
    await expect.element(screen.getByText(/^If this keeps happening, contact/)).toBeVisible()
  })

  it.each(['deleted', 'removed', 'not-approved', 'no-email', 'no-auth-time'])(
    'omits “If this keeps happening” for the reason “%s”, because a retry always fails',
    async (reason) => {
      const { screen } = await open(reason)
      await expect
        .element(screen.getByRole('link', { name: /Sign in another way|Back to login/ }))
        .toBeVisible()
      expect(screen.getByText(/^If this keeps happening/).query()).toBeNull()
    },
  )

  it.each(['deleted', 'removed', 'not-approved'])(
    'leads to the sign-in form after a sign-out for the reason “%s”',
    async (reason) => {
      const { screen } = await open(reason)
      const link = screen.getByRole('link', { name: 'Sign in another way' })
      await expect.element(link).toHaveAttribute('href', '/logout')
      // The test page must not follow the link.
      document.addEventListener('click', (event) => event.preventDefault(), { once: true })
      await link.click()
      await renderApp('/logout-success', { user: null })
      await expect
        .poll(() => browserNavigation.replace)
        .toHaveBeenCalledExactlyOnceWith('http://localhost:9001/auth/login')
    },
  )
})

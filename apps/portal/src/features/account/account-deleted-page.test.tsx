import { dayMs } from '@portal/contract/durations'
import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

describe('the account-deleted page', () => {
  it('confirms a deletion after the sign-out, and says until when and by whom the account can be restored', async () => {
    sessionStorage.setItem('SI-ACCOUNT-DELETED', String(Date.now()))
    const { screen, address } = await renderApp('/logout-success', { user: null })
    await expect.element(screen.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible()
    expect(address()).toBe('/account-deleted')
    const day = inDays(30).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    await expect.element(screen.getByText(day)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'support@systeminit.com' }))
      .toHaveAttribute('href', 'mailto:support@systeminit.com')
    expect(sessionStorage.getItem('SI-ACCOUNT-DELETED')).toBeNull()
    expect(browserNavigation.replace).not.toHaveBeenCalled()
  })

  it('confirms no deletion to a visitor who opens a link to it', async () => {
    const { screen } = await renderApp(`/account-deleted?until=${dayOf(inDays(29))}`, { user: person() })
    await expect.element(screen.getByRole('heading', { name: 'Deleted accounts' })).toBeVisible()
    await expect.element(screen.getByText(/for 30 days after its user has deleted it/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    expect(screen.getByRole('time').elements()).toEqual([])
  })

  it('no longer says that the account can be restored after the last day', async () => {
    const { screen, router } = await renderApp('/account-deleted', { user: null })
    const restorableUntil = dayOf(inDays(-1))
    await router.navigate({ to: '/account-deleted', state: { restorableUntil } })
    await expect.element(screen.getByRole('heading', { name: 'Deleted accounts' })).toBeVisible()
    await router.navigate({ to: '/account-deleted', state: { restorableUntil: dayOf(inDays(0)) } })
    await expect.element(screen.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible()
  })
})

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
    expect(address()).toBe(`/account-deleted?until=${dayOf(inDays(30))}`)
    const day = inDays(30).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    await expect.element(screen.getByText(day)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'support@systeminit.com' }))
      .toHaveAttribute('href', 'mailto:support@systeminit.com')
    expect(sessionStorage.getItem('SI-ACCOUNT-DELETED')).toBeNull()
    expect(browserNavigation.replace).not.toHaveBeenCalled()
  })

  it.each([
    ['no day', ''],
    ['a day in the past', `?until=${dayOf(inDays(-1))}`],
    ['a day that is too far away', `?until=${dayOf(inDays(31))}`],
    ['an impossible day', '?until=2026-99-99'],
    ['a text', '?until=forever'],
  ])('says only what holds for every account with %s in the URL', async (_what, search) => {
    const { screen } = await renderApp(`/account-deleted${search}`, { user: person() })
    await expect.element(screen.getByRole('heading', { name: 'Deleted accounts' })).toBeVisible()
    await expect.element(screen.getByText(/for 30 days after its user has deleted it/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    expect(screen.getByRole('time').elements()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'

describe('the quarantine notice', () => {
  it('shows the quarantine reason and not the suspension reason', async () => {
    const user = person({
      quarantinedAt: '2025-01-01T00:00:00.000Z',
      quarantineReason: 'Mined coins',
      suspensionReason: 'Unpaid',
    })
    const { screen } = await renderApp('/quarantine-notice', { user })
    await expect.element(screen.getByRole('heading', { name: 'Account Quarantined' })).toBeVisible()
    await expect
      .element(screen.getByText('Your account has been paused for suspicious activity.'))
      .toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'support@systeminit.com' })).toBeVisible()
    await expect.element(screen.getByText('Mined coins')).toBeVisible()
    expect(screen.getByText('Unpaid').query()).toBeNull()
  })
})

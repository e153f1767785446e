import { billing } from '@portal/contract/billing/billing'
import { sessions } from '@portal/contract/sessions/sessions'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../testing/logged-failures.ts'
import { renderApp } from '../testing/render-app.tsx'

describe('An outage', () => {
  it('is explained once per page, and one button retries everything that failed', async () => {
    const { screen, api } = await renderApp('/profile/security', {
      prepare: (fake) => {
        fake.disconnect(sessions.list)
        fake.disconnect(sessions.identities)
      },
    })
    await expect.element(screen.getByText('Not loaded.')).toBeVisible()
    expect(screen.getByText('The service cannot be reached').elements()).toHaveLength(1)
    api.reply(sessions.list, [])
    api.reply(sessions.identities, [])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('No sign-in methods yet')).toBeVisible()
    await expect.element(screen.getByText('Not loaded.')).not.toBeInTheDocument()
    await expect.element(screen.getByText('The service cannot be reached')).not.toBeInTheDocument()
    loggedFailures()
  })

  it('leaves an error that is not an outage in the part of the page where it happened', async () => {
    const { screen } = await renderApp('/profile/security', {
      prepare: (fake) => {
        fake.refuse(sessions.list, 'TooManyRequests')
        fake.refuse(sessions.identities, 'TooManyRequests')
      },
    })
    await expect.poll(() => screen.getByText('Refused: TooManyRequests').elements()).toHaveLength(2)
    loggedFailures()
  })
})

describe('A page whose data does not exist', () => {
  it('shows a notice with a link back, without a request id or a retry', async () => {
    const { screen } = await renderApp('/billing', {
      prepare: (fake) => fake.refuse(billing.readDetails, 'NotFound'),
    })
    await expect.element(screen.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Back to workspaces' })).toBeVisible()
    expect(screen.getByText('01JFAKEREQUEST000000000000').elements()).toEqual([])
    expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
    loggedFailures()
  })
})

import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { sessions } from '@portal/contract/sessions/sessions'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loggedFailures } from '../testing/logged-failures.ts'
import { person } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'

const connection = vi.spyOn(navigator, 'onLine', 'get')

afterEach(() => {
  connection.mockReturnValue(true)
})

function goOnline(isOnline: boolean) {
  connection.mockReturnValue(isOnline)
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

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

describe('A restored connection', () => {
  it('removes the offline notice and reloads everything that failed', async () => {
    const { screen, api } = await renderApp('/profile/security', {
      prepare: (fake) => fake.disconnect(sessions.identities),
    })
    await expect.element(screen.getByText('The service cannot be reached')).toBeVisible()
    goOnline(false)
    const notice = screen.getByText('You are offline. Missing parts load when your connection is back.')
    await expect.element(notice).toBeVisible()
    screen.getByRole('main').element().style.minHeight = '300vh'
    window.scrollTo(0, 1000)
    await expect.element(notice).toBeInViewport()
    api.reply(sessions.identities, [])
    goOnline(true)
    await expect.element(screen.getByText('You are offline.', { exact: false })).not.toBeInTheDocument()
    await expect.element(screen.getByText('No sign-in methods yet')).toBeVisible()
    loggedFailures()
  })

  it('reloads a page that had failed to load', async () => {
    const { screen, api } = await renderApp('/workspaces', {
      user: person(),
      prepare: (fake) => fake.disconnect(workspaces.list),
    })
    await expect.element(screen.getByText('The service cannot be reached')).toBeVisible()
    api.reply(workspaces.list, [])
    api.reply(account.whoami, { user: person() })
    goOnline(true)
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    loggedFailures()
  })
})

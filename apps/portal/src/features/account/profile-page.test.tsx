import { account } from '@portal/contract/account/account'
import { billing } from '@portal/contract/billing/billing'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { analytics } from '../../lib/analytics/analytics.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { sessionQuery } from '../../lib/guard/session.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, unreviewed, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { unsavedProfile } from './use-save-profile.ts'

const picture = 'https://example.com/ada.png'

async function openProfile(user = person()) {
  const app = await renderApp('/profile', { user })
  const field = (name: RegExp | string) => app.screen.getByRole('textbox', { name })
  const save = app.screen.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeVisible()
  return { ...app, field, save }
}

describe('the profile', () => {
  it.each([
    ['Welcome To System Initiative', 'Please enter your profile information.', person(unreviewed)],
    ['Update Your Profile', 'Use this page to update your profile info.', person()],
  ])('shows the title "%s" for first-time setup or for an update', async (title, intro, user) => {
    const { screen } = await openProfile(user)
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
    await expect.element(screen.getByText(intro)).toBeVisible()
  })

  it('shows every field with its hint', async () => {
    const { field } = await openProfile()
    for (const name of [
      'First Name',
      'Last Name',
      /^Nickname/,
      /^Email/,
      'Discord Username',
      'Github Username',
    ])
      await expect.element(field(name)).toBeVisible()
    await expect.element(field(/^Nickname/)).toHaveAccessibleDescription('Shown in the application.')
    await expect
      .element(field('Discord Username'))
      .toHaveAccessibleDescription('Helps us identify you when you ask for technical support.')
    await expect.element(field(/^Nickname/)).toBeRequired()
    await expect.element(field(/^Email/)).toHaveValue('ada@example.com')
    await expect.element(field(/^Email/)).toHaveAttribute('readonly')
  })

  it('shows that it is loading and why that failed on a later visit too, instead of a form that would be replaced', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { screen, api, router, save } = await openProfile()
    await router.navigate({ to: '/workspaces' })
    await expect.element(screen.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()
    vi.setSystemTime(Date.now() + 11_000)
    const held = api.hold(account.whoami)
    void router.navigate({ to: '/profile' })
    await expect.element(screen.getByRole('main').getByRole('status')).toHaveTextContent('Loading...')
    expect(save.query()).toBeNull()
    held.refuse('DatabaseUnavailable')
    await expect.element(screen.getByText('Refused: DatabaseUnavailable')).toBeVisible()
    api.reply(account.whoami, { user: person() })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(save).toBeVisible()
    loggedFailures()
  })

  it('keeps what was typed when a reload fails, and restores it with the next try', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { screen, api, router, field } = await openProfile()
    await field('First Name').fill('Augusta')
    vi.setSystemTime(Date.now() + 11_000)
    api.refuse(account.whoami, 'DatabaseUnavailable')
    await router.invalidate()
    await expect.element(screen.getByText('Refused: DatabaseUnavailable')).toBeVisible()
    api.reply(account.whoami, { user: person() })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(field('First Name')).toHaveValue('Augusta')
    unsavedProfile.forget()
    loggedFailures()
  })

  it('does not save values that do not match the patterns', async () => {
    const { screen, api, field, save } = await openProfile()
    await field(/^Nickname/).fill('')
    await field('Discord Username').fill('a'.repeat(41))
    await field('Github Username').fill('a'.repeat(40))
    await save.click()
    await expect.element(screen.getByText('This field is required')).toBeVisible()
    await expect.element(screen.getByText('Invalid discord tag')).toBeVisible()
    await expect.element(screen.getByText('Invalid github username')).toBeVisible()
    expect(screen.getByText(/cannot be more than/).query(), 'one message per field').toBeNull()
    expect(api.requests(account.update)).toEqual([])
  })

  it('saves only the changed fields, confirms it, and redirects to the workspaces', async () => {
    const { screen, api, field, save, address } = await openProfile(person({ pictureUrl: picture }))
    const held = api.hold(account.update)
    await field(/^Nickname/).fill('countess')
    await field('First Name').fill('')
    await save.click()
    await expect.element(screen.getByText('Saving your profile...')).toBeVisible()
    held.release({ user: person({ nickname: 'countess', firstName: null }) })
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByText('Updated your profile!')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Hi countess' })).toBeVisible()
    expect(api.requests(account.update)[0]?.body).toEqual({
      nickname: 'countess',
      firstName: null,
      requestUlid: expect.any(String),
    })
  })

  it('can be saved only while a value differs from the saved one', async () => {
    const { field, save } = await openProfile()
    await expect.element(save).toHaveAccessibleDescription('You have no changes to save.')
    await field('Last Name').fill('King')
    await expect.element(save).not.toHaveAttribute('aria-disabled', 'true')
    await field('Last Name').fill(person().lastName ?? '')
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    ['clears the picture', ['Clear', 'Restore', 'Clear'], null],
    ['sends a restored picture, because another tab may have cleared it', ['Clear', 'Restore'], picture],
  ])('%s', async (_what, presses, pictureUrl) => {
    const { screen, api, save } = await openProfile(person({ pictureUrl: picture }))
    for (const press of presses) await screen.getByRole('button', { name: `${press} Picture` }).click()
    api.reply(account.update, { user: person({ pictureUrl }) })
    await save.click()
    await expect.poll(() => api.requests(account.update)[0]?.body).toMatchObject({ pictureUrl })
  })

  it('shows neither picture button without a picture', async () => {
    const { screen } = await openProfile()
    expect(screen.getByRole('button', { name: /Picture/ }).query()).toBeNull()
  })

  it('redirects to the workspaces when saving fails, shows why, and keeps the input', async () => {
    const { screen, api, field, save, address } = await openProfile()
    api.refuse(account.update, 'InternalError', { message: 'It broke' })
    await field(/^Nickname/).fill('countess')
    await save.click()
    await expect.poll(address).toBe('/workspaces')
    await expect.element(screen.getByText(/It broke.*01JFAKEREQUEST/)).toBeVisible()
    await screen.getByRole('button', { name: 'Back to profile' }).click()
    await expect.poll(address).toBe('/profile')
    await expect.element(field(/^Nickname/)).toHaveValue('countess')
    expect(loggedFailures()).toHaveLength(1)
    api.reply(account.update, { user: person({ nickname: 'countess' }) })
    await save.click()
    await expect.poll(() => api.requests(account.update)[1]?.body).toMatchObject({ nickname: 'countess' })
  })

  it('closes the message that saving failed when the profile is saved again', async () => {
    const { screen, api, router, field, save, address } = await openProfile()
    api.refuse(account.update, 'InternalError')
    await field(/^Nickname/).fill('countess')
    await save.click()
    const message = screen.getByRole('alertdialog', { name: 'Your profile was not saved' })
    await expect.element(message).toBeVisible()
    await router.navigate({ to: '/profile' })
    await expect.element(field(/^Nickname/)).toHaveValue('countess')
    await expect.element(message).toBeVisible()
    api.reply(account.update, { user: person({ nickname: 'countess' }) })
    await save.click()
    await expect.poll(address).toBe('/workspaces')
    await expect.element(message).not.toBeInTheDocument()
    loggedFailures()
  })

  it('reloads the user unless the auth check succeeded within the last 10 seconds', async () => {
    const { screen, api, router } = await renderApp('/workspaces')
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await router.navigate({ to: '/profile' })
    expect(api.requests(account.whoami)).toHaveLength(1)
    await router.navigate({ to: '/workspaces' })
    const later = Date.now() + 10_001
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await router.navigate({ to: '/profile' })
    vi.mocked(Date.now).mockRestore()
    expect(api.requests(account.whoami)).toHaveLength(2)
  })
})

describe('the profile, after the session ended elsewhere', () => {
  it('redirects to sign-in, returns here, and keeps the input', async () => {
    const { screen, api, field, save } = await openProfile()
    api.refuse(account.update, 'SessionEnded')
    api.refuse(account.whoami, 'NotSignedIn')
    await field(/^Nickname/).fill('countess')
    await save.click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/profile')
    loggedFailures()
    await screen.unmount()
    const again = await openProfile()
    await expect.element(again.field(/^Nickname/)).toHaveValue('countess')
    unsavedProfile.forget()
  })

  it('keeps the input when another call returns 401, and only for the same user', async () => {
    const { screen, field, queryClient } = await openProfile()
    await field('Discord Username').fill('not allowed?')
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    expect(unsavedProfile.take(person().id)).toEqual({ discordUsername: 'not allowed?' })
    expect(unsavedProfile.take('somebody else')).toBeUndefined()
    unsavedProfile.forget()
    expect(sessionStorage.getItem('SI-UNSAVED-PROFILE')).toBeNull()
  })

  it('asks before the user leaves with unsaved input, and discards it only if the user confirms', async () => {
    const { screen, field } = await openProfile()
    await field(/^Nickname/).fill('countess')
    const workspacesLink = screen.getByRole('link', { name: 'Workspaces', exact: true })
    await workspacesLink.click()
    await screen.getByRole('button', { name: 'Stay on this page' }).click()
    await expect.element(field(/^Nickname/)).toHaveValue('countess')
    await workspacesLink.click()
    await screen.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.element(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('Profile')
    expect(unsavedProfile.take(person().id)).toBeUndefined()
  })
})

describe('the first profile', () => {
  async function finish(user = person(unreviewed), list = [workspace({ id: 'W1' })], nickname?: string) {
    const app = await openProfile(user)
    if (nickname) await app.field(/^Nickname/).fill(nickname)
    const done = { user: { ...user, onboardingDetails: person().onboardingDetails } }
    app.api.reply(workspaces.list, list)
    app.api.reply(account.update, { user })
    app.api.reply(account.completeProfile, done)
    app.api.reply(billing.createIntegration, undefined)
    await app.save.click()
    await expect.poll(() => app.api.requests(account.completeProfile)).toHaveLength(1)
    return app
  }

  it('is completed with the changed fields, and redirects to the default workspace instead of a requested page', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const { api } = await finish(person(unreviewed), [workspace({ id: 'W1' })], 'countess')
    const changed = { nickname: 'countess', requestUlid: expect.any(String) }
    expect(api.requests(account.update)[0]?.body).toEqual(changed)
    expect(api.requests(account.completeProfile)[0]?.body).toEqual(changed)
    await expect
      .poll(() => browserNavigation.go)
      .toHaveBeenCalledWith('http://localhost:9001/workspaces/W1/go')
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBeNull()
  })

  it.each([
    ['the requested page', '/workspace/new', '/workspace/new'],
    ['the workspaces', '', '/workspaces'],
  ])('redirects to %s if there is no default workspace', async (_where, requested, expected) => {
    if (requested) localStorage.setItem('SI-LOGIN-REDIRECT', requested)
    const { address } = await finish(person(unreviewed), [])
    await expect.poll(address).toBe(expected)
    expect(browserNavigation.go).not.toHaveBeenCalled()
  })

  it('can be completed after a failure, is tracked once, and then redirects to the requested page', async () => {
    const path = '/workspace/new'
    localStorage.setItem('SI-LOGIN-REDIRECT', path)
    const track = vi.spyOn(analytics, 'track')
    const { screen, api, field, save, address } = await openProfile(person(unreviewed))
    const stored = { user: person({ ...unreviewed, nickname: 'countess' }) }
    api.reply(account.update, stored)
    api.refuse(account.completeProfile, 'InternalError', { message: 'It broke' })
    await field(/^Nickname/).fill('countess')
    await save.click()
    const text = 'Your profile is saved, but setup was not finished. Try again.'
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect.element(save).toBeEnabled()
    expect(address()).toBe('/profile')
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe(path)
    expect(loggedFailures()).toHaveLength(1)

    const held = api.hold(account.update)
    api.reply(account.completeProfile, { user: person({ nickname: 'countess' }) })
    await save.click()
    await expect.element(screen.getByText('Saving your profile...')).toBeVisible()
    held.release(stored)
    await expect.poll(address).toBe(path)
    expect(track).toHaveBeenCalledExactlyOnceWith('initial_profile_set')
    track.mockRestore()
  })

  it.each([
    ['creates the billing integration', 'github|1', true, 1],
    ['leaves the integration to the verification for a sign-in with a password', 'auth0|1', true, 0],
    ['leaves the integration to the verification of the email', 'github|1', false, 0],
  ])('is tracked, and %s', async (_what, auth0Id, emailVerified, times) => {
    const track = vi.spyOn(analytics, 'track')
    const { api } = await finish(person({ ...unreviewed, auth0Id, emailVerified }))
    expect(track).toHaveBeenCalledExactlyOnceWith('initial_profile_set')
    expect(api.requests(billing.createIntegration)).toHaveLength(times)
    track.mockRestore()
  })

  it('shows an unverified user the inbox screen and keeps the stored path', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const { address, screen } = await finish(person({ ...unreviewed, emailVerified: false }))
    await expect.element(screen.getByRole('heading', { name: 'Check your inbox' })).toHaveFocus()
    await expect.element(screen.getByText('Please verify your email address')).toBeVisible()
    expect(address()).toBe('/profile')
    expect(localStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspace/new')
    expect(browserNavigation.go).not.toHaveBeenCalled()
  })
})

import { type Identity, type Session, sessions } from '@portal/contract/sessions/sessions'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, unreviewed } from '../../testing/people.ts'
import { pressTwice } from '../../testing/press-twice.ts'
import { renderApp } from '../../testing/render-app.tsx'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function session(more: Partial<Session> = {}): Session {
  return {
    id: '01JSESSION0000000000000001',
    kind: 'portal',
    clientName: null,
    isCurrent: false,
    userAgent: firefox,
    ipAddress: '203.0.113.7',
    createdAt: '2024-11-05T09:30:00.000Z',
    lastSeenAt: minutesAgo(5),
    expiresAt: minutesAgo(-60),
    workspace: null,
    ...more,
  }
}

const current = session({ id: '01JSESSION0000000000000002', isCurrent: true, userAgent: chrome })
const instance = session({
  id: '01JSESSION0000000000000003',
  kind: 'instance',
  ipAddress: null,
  workspace: { id: '01JWORKSPACE000000000PROD1', displayName: 'Production' },
})

const github: Identity = {
  subject: 'github|1',
  provider: 'github',
  email: 'ada@example.com',
  isEmailVerified: false,
  createdAt: minutesAgo(900),
  lastSignInAt: minutesAgo(120),
  isCurrent: false,
  isWaiting: false,
}
const password: Identity = {
  ...github,
  subject: 'auth0|1',
  provider: 'auth0',
  isCurrent: true,
  isEmailVerified: true,
}

async function openSecurity(list: Session[], identities: Identity[] = []) {
  const app = await renderApp('/profile/security', {
    prepare: (api) => {
      api.reply(sessions.list, list)
      api.reply(sessions.identities, identities)
    },
  })
  const rows = app.screen.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => rows.all().length).toBe(list.length)
  const row = (text: string) => rows.filter({ hasText: text })
  return { ...app, rows, row }
}

describe('the Security section', () => {
  it('lists readable sessions, with the current one first and without a sign-out button', async () => {
    const { rows, row } = await openSecurity([session(), instance, current])
    const first = rows.first()
    await expect.element(first).toMatchTextContent(/Chrome on Linux/)
    await expect.element(first).toMatchTextContent(/This browser/)
    expect(first.getByRole('button', { name: /^Sign out/ }).query()).toBeNull()
    await expect.element(row('Firefox on Windows').first()).toMatchTextContent(/203\.0\.113\.7/)
    await expect.element(row('Firefox on Windows').first()).toMatchTextContent(/Last seen 5 minutes ago/)
    await expect
      .element(row('Production'))
      .toMatchTextContent(/From Firefox on Windows ·.*Unknown IP address/)
  })

  it('shows the known program and the host name of a command-line session, and no other text that it sent', async () => {
    const cli = session({ kind: 'cli', clientName: 'Portal CLI' })
    const { row } = await openSecurity([
      current,
      { ...cli, id: 'A', userAgent: 'portal/0.1.0 (build-server; linux)' },
      { ...cli, id: 'B', clientName: 'si CLI', userAgent: 'This is your own browser' },
    ])
    await expect.element(row('Portal CLI')).toMatchTextContent(/Portal CLI on Linux \(build-server\) ·/)
    await expect.element(row('si CLI')).toMatchTextContent(/An unknown program ·/)
    await expect.element(row('si CLI')).not.toMatchTextContent(/your own browser/)
  })

  it('signs out one session on the second click', async () => {
    const { api, rows, row } = await openSecurity([current, session()])
    api.reply(sessions.endOne, undefined)
    const end = row('Firefox').getByRole('button', { name: 'Sign out Firefox on Windows' })
    await end.click()
    expect(api.requests(sessions.endOne)).toEqual([])
    api.reply(sessions.list, [current])
    await pressTwice(end, () => api.requests(sessions.endOne).length > 0)
    await expect.poll(() => rows.all().length).toBe(1)
    expect(api.requests(sessions.endOne)[0]?.params).toMatchObject({ sessionId: session().id })
  })

  it('signs out all other sessions with one request', async () => {
    const { screen, api, rows } = await openSecurity([current, session(), instance])
    api.reply(sessions.endOthers, { endedCount: 2 })
    api.reply(sessions.list, [current])
    await pressTwice(
      screen.getByRole('button', { name: 'Sign out all other sessions' }),
      () => api.requests(sessions.endOthers).length > 0,
    )
    await expect.element(screen.getByText('Signed out 2 sessions')).toBeVisible()
    await expect.poll(() => rows.all().length).toBe(1)
    expect(screen.getByRole('button', { name: 'Sign out all other sessions' }).query()).toBeNull()
  })

  it('lists the sign-in methods of the account', async () => {
    const { screen } = await openSecurity([current], [password, github])
    const ways = screen.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem')
    await expect.element(ways.first()).toMatchTextContent(/Email and password/)
    await expect.element(ways.first()).toMatchTextContent(/In use/)
    await expect.element(ways.last()).toMatchTextContent(/GitHub/)
    await expect.element(ways.last()).toMatchTextContent(/Email not verified/)
  })

  it('removes a sign-in method after a confirmation, and never the last one', async () => {
    const { screen, api } = await openSecurity([current], [password, github])
    await screen.getByRole('button', { name: 'Remove GitHub' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Remove GitHub?' })
    await expect.element(dialog).toMatchTextContent(/this sign-in method can no longer open your account/)
    api.reply(sessions.removeIdentity, undefined)
    api.reply(sessions.identities, [password])
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.element(screen.getByText('GitHub removed')).toBeVisible()
    expect(api.requests(sessions.removeIdentity)[0]?.body).toMatchObject({ subject: 'github|1' })
    const last = screen.getByRole('button', { name: 'Remove Email and password' })
    await expect.element(last).toHaveAttribute('aria-disabled', 'true')
  })

  it('approves a waiting sign-in method, which does not count as a remaining one', async () => {
    const waiting = { ...github, isWaiting: true, isEmailVerified: true }
    const { screen, api } = await openSecurity([current], [password, waiting])
    await expect.element(screen.getByText('Waiting for your approval')).toBeVisible()
    const own = screen.getByRole('button', { name: 'Remove Email and password' })
    await expect.element(own).toHaveAttribute('aria-disabled', 'true')
    await screen.getByRole('button', { name: 'Approve GitHub' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Approve GitHub?' })
    api.reply(sessions.approveIdentity, undefined)
    api.reply(sessions.identities, [password, github])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect.element(screen.getByText('GitHub approved')).toBeVisible()
    expect(api.requests(sessions.approveIdentity)[0]?.body).toMatchObject({ subject: 'github|1' })
  })

  it('shows why the sessions could not be loaded, with the request id and a retry', async () => {
    const { screen, api } = await renderApp('/profile/security', {
      prepare: (prepared) => prepared.refuse(sessions.list, 'DatabaseUnavailable'),
    })
    await expect.element(screen.getByText('Refused: DatabaseUnavailable')).toBeVisible()
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    api.reply(sessions.list, [current])
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('This browser')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('is hidden until the first profile is saved', async () => {
    const { screen, api } = await renderApp('/profile', { user: person(unreviewed) })
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Security' }).query()).toBeNull()
    expect(api.requests(sessions.list)).toEqual([])
  })
})

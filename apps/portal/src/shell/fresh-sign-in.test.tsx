/** Signing in again before irreversible actions. See docs/product/sign-in.md#fresh-sign-in. */
import type { User } from '@portal/contract/account/account'
import { cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import type { Endpoint } from '@portal/contract/endpoint'
import { members } from '@portal/contract/members/members'
import { myData } from '@portal/contract/my-data/my-data'
import { ownership } from '@portal/contract/ownership/ownership'
import { type Identity, sessions } from '@portal/contract/sessions/sessions'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffSearch } from '@portal/contract/staff/search/search'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { readLoginRedirect } from '../lib/guard/login-redirect.ts'
import type { FakeApi } from '../testing/fake-api.ts'
import { person, workspace } from '../testing/people.ts'
import { renderApp } from '../testing/render-app.tsx'
import { personReport, renderAdmin } from '../testing/staff.ts'
import { ada, grace, ownershipOffer } from '../testing/team.ts'
import { authToken, maxLifetimeMs } from '../testing/tokens.ts'

type Screen = Awaited<ReturnType<typeof renderApp>>['screen']

const message = 'This needs a sign-in that is at most 1 hour old. Sign in again to continue.'
const shown = workspace({ instanceUrl: 'https://old.example.com', instanceEnvType: 'PRIVATE' })
const settings = `/workspace/${shown.id}`
const report = personReport()
const personPage = `/workspace-admin/people/${report.user.id}`

interface Journey {
  what: string
  path: string
  /** The calls that the API refuses without a fresh sign-in. */
  call: Endpoint
  /** Fills in the page and acts. */
  act: (screen: Screen) => Promise<void>
  /** What is on the page again after the user has returned. */
  isKept: (screen: Screen) => Promise<void>
}

const field = (screen: Screen, name: string | RegExp) => screen.getByRole('textbox', { name })

const journeys: Journey[] = [
  {
    what: 'the API token form',
    path: `${settings}/tokens`,
    call: tokens.create,
    act: async (screen) => {
      await field(screen, 'Token Name').fill('Pipeline')
      await field(screen, /Expiration/).fill('90d')
      await screen.getByRole('button', { name: 'Generate API Token' }).click()
    },
    isKept: async (screen) => {
      await expect.element(field(screen, 'Token Name')).toHaveValue('Pipeline')
      await expect.element(field(screen, /Expiration/)).toHaveValue('90d')
    },
  },
  {
    what: 'a changed workspace URL and the other fields of the form',
    path: settings,
    call: workspaces.update,
    act: async (screen) => {
      await field(screen, 'Description').fill('Runs the shop')
      await field(screen, /URL/).fill('https://new.example.com')
      await screen.getByRole('button', { name: 'Save Workspace' }).click()
    },
    isKept: async (screen) => {
      await expect.element(field(screen, /URL/)).toHaveValue('https://new.example.com')
      await expect.element(field(screen, 'Description')).toHaveValue('Runs the shop')
    },
  },
  {
    what: 'the dialog that deletes a workspace',
    path: `${settings}/danger`,
    call: workspaces.delete,
    act: async (screen) => {
      await screen.getByRole('button', { name: 'Delete Workspace' }).click()
      await field(screen, /Type the name/).fill(shown.displayName)
      await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete Workspace' }).click()
    },
    isKept: async (screen) => {
      await expect
        .element(screen.getByRole('alertdialog', { name: `Delete ${shown.displayName}?` }))
        .toBeVisible()
      await expect.element(field(screen, /Type the name/)).toHaveValue(shown.displayName)
    },
  },
  {
    what: 'the dialog that deletes the account',
    path: '/profile/data',
    call: myData.deleteAccount,
    act: async (screen) => {
      await screen.getByRole('button', { name: 'Delete my account' }).click()
      await field(screen, /to confirm/).fill(person().email)
      await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click()
    },
    isKept: async (screen) => {
      await expect.element(field(screen, /to confirm/)).toHaveValue(person().email)
    },
  },
  {
    what: 'the dialog that offers ownership',
    path: `${settings}/members`,
    call: ownership.offer,
    act: async (screen) => {
      await screen.getByRole('button', { name: `More actions for ${grace.email}` }).click()
      await screen.getByRole('menuitem', { name: 'Offer ownership' }).click()
      await screen.getByRole('dialog').getByRole('button', { name: 'Offer ownership' }).click()
    },
    isKept: async (screen) => {
      await expect
        .element(screen.getByRole('dialog', { name: 'Offer ownership to Grace Hopper?' }))
        .toBeVisible()
    },
  },
  {
    what: 'the ownership offer that the user accepts',
    path: '/workspaces',
    call: ownership.accept,
    act: async (screen) => {
      await screen.getByRole('button', { name: /Accept the ownership/ }).click()
    },
    isKept: async (screen) => {
      await expect.element(screen.getByRole('button', { name: /Accept the ownership/ })).toBeEnabled()
    },
  },
  {
    what: 'the code of a command-line tool that the user approves',
    path: '/device',
    call: cliSignIns.approve,
    act: async (screen) => {
      await field(screen, 'Code').fill('BCDF-GHJK')
      await screen.getByRole('button', { name: 'Continue' }).click()
      await screen.getByRole('button', { name: 'Approve' }).click()
    },
    isKept: async (screen) => {
      await expect.element(screen.getByText('BCDF-GHJK')).toBeVisible()
      await expect.element(screen.getByRole('button', { name: 'Approve' })).toBeEnabled()
    },
  },
  {
    what: 'the dialog that removes a way to sign in',
    path: '/profile/security',
    call: sessions.removeIdentity,
    act: async (screen) => {
      await screen.getByRole('button', { name: 'Remove GitHub' }).click()
      await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    },
    isKept: async (screen) => {
      await expect.element(screen.getByRole('alertdialog', { name: 'Remove GitHub?' })).toBeVisible()
    },
  },
  {
    what: 'the dialog that quarantines an account',
    path: personPage,
    call: staffPauses.setUserQuarantine,
    act: async (screen) => {
      await screen.getByRole('button', { name: 'Quarantine account' }).click()
      await field(screen, 'Reason').fill('Sends spam')
      await screen.getByRole('alertdialog').getByRole('button', { name: 'Quarantine account' }).click()
    },
    isKept: async (screen) => {
      await expect.element(field(screen, 'Reason')).toHaveValue('Sends spam')
    },
  },
]

const identityOf = (subject: string): Identity => ({
  subject,
  provider: subject.split('|')[0] ?? '',
  email: 'ada@example.com',
  isEmailVerified: true,
  createdAt: '2024-11-05T09:30:00.000Z',
  lastSignInAt: '2024-11-05T09:30:00.000Z',
  isCurrent: false,
  isWaiting: false,
})

async function open({ path, call }: Pick<Journey, 'path' | 'call'>, user?: User) {
  const prepare = (api: FakeApi) => {
    api.reply(workspaces.read, shown)
    api.reply(workspaces.list, [shown])
    api.reply(members.list, [ada, grace])
    api.reply(tokens.list, { authTokens: [], maxLifetimeMs })
    api.reply(ownership.mine, [ownershipOffer({ workspaceId: 'another', toUserId: person().id })])
    api.reply(sessions.identities, ['auth0|ada', 'github|ada'].map(identityOf))
    api.reply(cliSignIns.read, {
      userCode: 'BCDF-GHJK',
      clientName: 'Portal CLI',
      device: 'Portal CLI on Linux',
      ipAddress: '203.0.113.7',
      isSameAddress: true,
      createdAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    })
    api.reply(myData.deletionPreview, { blockedBy: [], goesWith: [], leftBehind: [] })
    api.reply(staffSearch.readPerson, report)
    api.refuse(call, 'FreshSignInRequired', { message })
  }
  const [, staffPath] = path.split('/workspace-admin')
  if (staffPath !== undefined) return renderAdmin(staffPath, { prepare })
  return renderApp(path, { ...(user && { user }), prepare })
}

const dialogOf = (screen: Screen) => screen.getByRole('alertdialog', { name: "Confirm it's you" })
const stored = () => sessionStorage.getItem('SI-FRESH-SIGN-IN')

it.each(journeys)('keeps $what while the user signs in again', async ({ act, isKept, ...journey }) => {
  const before = await open(journey)
  await act(before.screen)
  const dialog = dialogOf(before.screen)
  await expect.element(dialog.getByText(message)).toBeVisible()
  expect(stored()).toBeNull()
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  expect(browserNavigation.go).toHaveBeenCalledExactlyOnceWith(
    'http://localhost:9001/auth/login?reauthenticate=1',
  )
  expect(readLoginRedirect()).toBe(journey.path)
  await before.screen.unmount()

  const after = await open(journey)
  await isKept(after.screen)
  await expect.element(after.screen.getByText('Welcome back')).toBeVisible()
  expect(dialogOf(after.screen).query()).toBeNull()
  expect(stored()).toBeNull()
})

describe('the request to sign in again', () => {
  const tokenForm = { path: `${settings}/tokens`, call: tokens.create }

  async function refuseToken() {
    const app = await open(tokenForm)
    await field(app.screen, 'Token Name').fill('Pipeline')
    await field(app.screen, /Expiration/).fill('90d')
    await app.screen.getByRole('button', { name: 'Generate API Token' }).click()
    await expect.element(dialogOf(app.screen)).toBeVisible()
    return app
  }

  async function leave() {
    const { screen } = await refuseToken()
    await dialogOf(screen).getByRole('button', { name: 'Sign in again' }).click()
    await screen.unmount()
  }

  it('can be canceled, which keeps the page and shows no failure on it', async () => {
    const { screen, api } = await refuseToken()
    await dialogOf(screen).getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialogOf(screen)).not.toBeInTheDocument()
    await expect.element(field(screen, 'Token Name')).toHaveValue('Pipeline')
    expect(screen.getByText('Sign in again to continue').query()).toBeNull()
    expect(browserNavigation.go).not.toHaveBeenCalled()
    expect(stored()).toBeNull()
    await screen.getByRole('button', { name: 'Generate API Token' }).click()
    await expect.element(dialogOf(screen)).toBeVisible()
    expect(api.requests(tokens.create)).toHaveLength(2)
  })

  it('creates the token once the user is back and presses the button', async () => {
    await leave()
    const { screen, api } = await open(tokenForm)
    await expect.element(field(screen, 'Token Name')).toHaveValue('Pipeline')
    expect(api.requests(tokens.create)).toEqual([])
    const created = authToken({ name: 'Pipeline' })
    api.reply(tokens.create, { authToken: created, token: 'secret-of-the-token' })
    api.reply(tokens.read, { authToken: created })
    await screen.getByRole('button', { name: 'Generate API Token' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Token Generated' })).toBeVisible()
    expect(api.requests(tokens.create)[0]?.body).toMatchObject({ name: 'Pipeline', expiration: '90d' })
  })

  it('removes the kept page when another user signs in, and shows them none of it', async () => {
    await leave()
    const { screen } = await open(tokenForm, person({ id: 'another', email: 'eve@example.com' }))
    await expect.element(field(screen, 'Token Name')).toHaveValue('')
    expect(screen.getByText('Welcome back').query()).toBeNull()
    expect(stored()).toBeNull()
  })

  it('removes the kept page at sign-out', async () => {
    await leave()
    expect(stored()).toContain('Pipeline')
    const { screen } = await renderApp('/logout')
    await expect.element(screen.getByRole('heading', { name: 'Logging you out...' })).toBeVisible()
    expect(stored()).toBeNull()
  })

  it('removes the kept page after an hour', async () => {
    await leave()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    const { screen } = await open(tokenForm)
    await expect.element(field(screen, 'Token Name')).toHaveValue('')
    expect(stored()).toBeNull()
  })

  it('fills in the kept page only, and only on the first visit', async () => {
    await leave()
    const { screen, router } = await open({ ...tokenForm, path: '/workspaces' })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(stored()).toContain('Pipeline')
    const goTo = (path: string) => router.navigate({ href: path })
    await goTo(tokenForm.path)
    await expect.element(field(screen, 'Token Name')).toHaveValue('Pipeline')
    const leaving = goTo('/workspaces')
    await screen.getByRole('button', { name: 'Leave without saving' }).click()
    await leaving
    await goTo(tokenForm.path)
    await expect.element(field(screen, 'Token Name')).toHaveValue('')
  })

  it('ignores a broken entry in the storage', async () => {
    for (const broken of [
      '{',
      '7',
      '{"userId":7}',
      JSON.stringify({ userId: person().id, savedAt: Date.now() }),
    ]) {
      sessionStorage.setItem('SI-FRESH-SIGN-IN', broken)
      const { screen } = await open(tokenForm)
      await expect.element(field(screen, 'Token Name')).toHaveValue('')
      await screen.unmount()
    }
  })
})

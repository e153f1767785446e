import { type CliSignIn, cliSignIns } from '@portal/contract/cli-sign-ins/cli-sign-ins'
import { describe, expect, it, vi } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { renderApp } from '../../testing/render-app.tsx'

const signIn: CliSignIn = {
  userCode: 'BCDF-GHJK',
  clientName: 'Portal CLI',
  device: 'Portal CLI on Linux',
  ipAddress: '203.0.113.7',
  isSameAddress: true,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
}

const open = (more: Partial<CliSignIn> = {}) =>
  renderApp('/device?user_code=BCDF-GHJK', {
    prepare: (api) => api.reply(cliSignIns.read, { ...signIn, ...more }),
  })

const press = ({ screen }: Pick<Awaited<ReturnType<typeof renderApp>>, 'screen'>, name: string) =>
  screen.getByRole('button', { name }).click()

describe('The device page', () => {
  it('asks for the code and refuses an incomplete one', async () => {
    const { screen, api } = await renderApp('/device', {
      prepare: (api) => api.reply(cliSignIns.read, signIn),
    })
    const field = screen.getByRole('textbox', { name: 'Code' })
    await field.fill('BCDF')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByText('Enter the 8 letters, such as BCDF-GHJK.')).toBeVisible()
    await field.fill('bcdf-ghjk')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Sign in to the Portal CLI?' })).toBeVisible()
    expect(api.requests(cliSignIns.read)[0]?.params).toEqual({ userCode: 'BCDFGHJK' })
  })

  it('shows who asks and from where before the user approves', async () => {
    const { screen, api } = await open()
    await expect.element(screen.getByText('BCDF-GHJK')).toBeVisible()
    await expect.element(screen.getByText('Portal CLI on Linux')).toBeVisible()
    await expect.element(screen.getByText('203.0.113.7')).toBeVisible()
    await expect.element(screen.getByText('ada@example.com')).toBeVisible()
    expect(api.requests(cliSignIns.approve)).toHaveLength(0)
    api.reply(cliSignIns.approve, undefined)
    await press({ screen }, 'Approve')
    await expect.element(screen.getByRole('heading', { name: 'The command line is signed in' })).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Go to workspaces' }))
      .toHaveAttribute('href', '/workspaces')
  })

  it('warns about a request from a different network', async () => {
    const { screen } = await open({ isSameAddress: false })
    await expect.element(screen.getByText(/comes from a different network than your browser/)).toBeVisible()
  })

  it('denies the sign-in', async () => {
    const { screen, api } = await open()
    api.reply(cliSignIns.deny, undefined)
    await press({ screen }, 'Deny')
    await expect.element(screen.getByRole('heading', { name: 'Sign-in denied' })).toBeVisible()
    expect(api.requests(cliSignIns.approve)).toHaveLength(0)
  })

  it('explains a code that does not work and offers to enter another one', async () => {
    const { screen } = await renderApp('/device?user_code=BBBB-BBBB', {
      prepare: (api) => api.refuse(cliSignIns.read, 'NotFound'),
    })
    await expect.element(screen.getByRole('heading', { name: "This code doesn't work" })).toBeVisible()
    await press({ screen }, 'Enter another code')
    await expect.element(screen.getByRole('textbox', { name: 'Code' })).toBeVisible()
  })

  it('explains that the code was approved or denied elsewhere in the meantime', async () => {
    const { screen, api } = await open()
    api.refuse(cliSignIns.approve, 'NotFound')
    await press({ screen }, 'Approve')
    await expect.element(screen.getByRole('heading', { name: "This code doesn't work" })).toBeVisible()
  })

  it('keeps the request open when approving it fails', async () => {
    const { screen, api } = await open()
    api.refuse(cliSignIns.approve, 'InternalError', { message: 'It broke' })
    await press({ screen }, 'Approve')
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Approve' })).toBeEnabled()
    expect(loggedFailures()).toHaveLength(1)
  })
})

describe('The device page for the si CLI', () => {
  it('says what the CLI can do and for how long, and redirects to its port after approval', async () => {
    const replace = vi.spyOn(browserNavigation, 'replace').mockImplementation(() => {})
    const { screen, api } = await renderApp('/device?cli_redir=9876')
    await expect.element(screen.getByText(/The sign-in lasts 30 days\./)).toBeVisible()
    await expect.element(screen.getByText(/manage your workspaces for up to 30 days each/)).toBeVisible()
    api.reply(cliSignIns.approveLocal, { redirectTo: 'http://localhost:9876/?nonce=abc' })
    await press({ screen }, 'Approve')
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('http://localhost:9876/?nonce=abc'), 60_000)
    expect(api.requests(cliSignIns.approveLocal)[0]?.body).toMatchObject({ port: 9_876 })
  })

  it('does not sign the CLI in when the user denies', async () => {
    const { screen, api } = await renderApp('/device?cli_redir=9876')
    await press({ screen }, 'Deny')
    await expect.element(screen.getByRole('heading', { name: 'Sign-in denied' })).toBeVisible()
    expect(api.requests(cliSignIns.approveLocal)).toHaveLength(0)
  })

  it.each(['80', '70000', 'evil.example'])('refuses the port %s', async (port) => {
    const { screen } = await renderApp(`/device?cli_redir=${port}`)
    await expect.element(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  })
})

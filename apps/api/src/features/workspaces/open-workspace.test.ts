import { ownership } from '@portal/contract/ownership/ownership'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../../crypto/secrets.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeWorkspace } from '../../testing/factories.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { handoffCodes } from '../handoff/handoff-table.ts'

const test = useTestApp()
const remote = { instanceUrl: 'https://platform.example.com/base', instanceEnvType: 'PRIVATE' } as const

/** Returns the URL that the browser is redirected to. `query` is not encoded. */
async function go(me: Pick<SignedIn, 'session'>, workspaceId: string, query = ''): Promise<URL> {
  const headers = { cookie: `portal_session=${me.session}` }
  const response = await test.app.inject({ url: `/workspaces/${workspaceId}/go${query}`, headers })
  expect(response.statusCode).toBe(302)
  expect(response.headers['cache-control']).toBe('no-store')
  return new URL(String(response.headers.location))
}

/** Expects a hand-off to the instance without a redirect path. */
async function expectPlainOpening(url: URL) {
  expect(url.origin + url.pathname).toBe('http://localhost:8080/auth-connect')
  expect([...url.searchParams.keys()]).toEqual(['code', 'workspaceId'])
  expect(await codes()).toHaveLength(1)
}

const codes = () => test.database.orm.select().from(handoffCodes)
const confirm = (me: SignedIn, workspaceId: string, instanceUrl: string) =>
  test.send(
    workspaces.confirmAddress,
    { params: { workspaceId }, body: { instanceUrl } },
    { session: me.session },
  )

describe('workspaces.go', () => {
  it('redirects to the instance with a one-time code and stores only the hash of the code', async () => {
    const me = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, me.user)
    const url = await go(me, workspace.id)
    expect(url.origin + url.pathname).toBe('http://localhost:8080/auth-connect')
    expect([...url.searchParams.keys()]).toEqual(['code', 'workspaceId'])
    expect(url.searchParams.get('workspaceId')).toBe(workspace.id)
    const code = url.searchParams.get('code') ?? ''
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    const [row] = await codes()
    expect(Buffer.from(row?.codeHash ?? [])).toEqual(Buffer.from(hashOf(code)))
    expect(JSON.stringify(row)).not.toContain(code)
    const livesMs = Number(row?.expiresAt) - Date.now()
    expect(livesMs).toBeGreaterThan(55_000)
    expect(livesMs).toBeLessThanOrEqual(60_000)
  })

  it('never puts the workspace’s secret into the URL', async () => {
    const me = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, me.user)
    expect((await go(me, workspace.id)).href).not.toContain(workspace.token)
  })

  it('keeps the path of the instance’s URL', async () => {
    const me = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, me.user, remote)
    const url = await go(me, id)
    expect(url.origin + url.pathname).toBe('https://platform.example.com/base/auth-connect')
  })

  it('opens instance URLs with letters of any script', async () => {
    const me = await makeSignedIn(test)
    for (const instanceUrl of ['https://例え.example/パス', 'https://bücher.example/ö']) {
      const { id } = await makeWorkspace(test.database, me.user, { ...remote, instanceUrl })
      expect((await go(me, id)).href).toContain(new URL(`${instanceUrl}/auth-connect`).href)
    }
  })

  it.each(['/', '/w/01ABC/head', '/a?b=c&d=e#f', '/%2F%2Fevil', '/ä 1'])(
    'passes the redirect path %s to the instance, encoded',
    async (path) => {
      const me = await makeSignedIn(test)
      const { id } = await makeWorkspace(test.database, me.user)
      const url = await go(me, id, `?redirect=${encodeURIComponent(path)}`)
      expect(url.searchParams.get('redirect')).toBe(path)
      expect([...url.searchParams.keys()]).toEqual(['code', 'workspaceId', 'redirect'])
    },
  )

  it.each([
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\/evil.example',
      'https://evil.example',
      'evil.example',
      'javascript:alert(1)',
    ],
    ...[
      '',
      ' /x',
      '/a\\b',
      '/\t/evil.example',
      '/\n/evil.example',
      '/a\rb',
      '/a\0b',
      '/\u0085/x',
      `/${'a'.repeat(2_048)}`,
    ],
  ])('ignores the redirect %j and opens the workspace', async (path) => {
    const me = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, me.user)
    await expectPlainOpening(await go(me, id, `?redirect=${encodeURIComponent(path)}`))
  })

  it.each(['?redirect', '?redirect=/a&redirect=/b', '?redirect=/a&redirect=//evil.example', '?redirect=%zz'])(
    'ignores the redirect of the query %s and opens the workspace',
    async (query) => {
      const me = await makeSignedIn(test)
      const { id } = await makeWorkspace(test.database, me.user)
      await expectPlainOpening(await go(me, id, query))
    },
  )

  it('drops an unsafe redirect when it sends a member to the confirmation page', async () => {
    const [owner, me] = [await makeSignedIn(test), await makeSignedIn(test)]
    const workspace = await makeWorkspace(test.database, owner.user, remote)
    await addMember(test.database, workspace, me.user)
    const question = await go(me, workspace.id, '?redirect=//evil.example')
    expect(question.href).toBe(`http://localhost:9000/workspace/${workspace.id}/confirm`)
  })

  it('sends a signed-out user to the portal and keeps the redirect', async () => {
    const me = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, me.user)
    const url = await go({ session: '' }, id, '?redirect=%2Fw%2Fhead%3Fa%3Db%26c')
    expect(url.origin + url.pathname).toBe(`http://localhost:9000/workspace/${id}/go`)
    expect(url.searchParams.get('redirect')).toBe('/w/head?a=b&c')
    expect([...url.searchParams.keys()]).toEqual(['redirect'])
  })

  it('never redirects outside the portal for a malformed workspace id', async () => {
    for (const id of [
      '..',
      '%2e%2e',
      'a%2Fb',
      '%5C%5Cevil.example',
      '@evil.example',
      '%00',
      'a'.repeat(65),
    ]) {
      const response = await test.app.inject({ url: `/workspaces/${id}/go` })
      const { location } = response.headers
      if (location === undefined) expect(response.statusCode).toBe(404)
      else expect(new URL(String(location)).origin).toBe('http://localhost:9000')
    }
  })

  it('answers the same for a workspace of other users and for one that does not exist', async () => {
    const me = await makeSignedIn(test)
    const other = await makeSignedIn(test)
    const { id } = await makeWorkspace(test.database, other.user)
    for (const workspaceId of [id, '01ARZ3NDEKTSV4RRFFQ69G5FAV'])
      expect((await go(me, workspaceId)).href).toBe('http://localhost:9000/not-a-member')
  })
})

describe('the confirmation of a remote instance URL', () => {
  async function invited(values: Parameters<typeof makeWorkspace>[2] = remote) {
    const owner = await makeSignedIn(test)
    const me = await makeSignedIn(test)
    const workspace = await makeWorkspace(test.database, owner.user, values)
    await addMember(test.database, workspace, me.user)
    return { owner, me, workspace }
  }

  it('is required once before a member can open the workspace', async () => {
    const { me, workspace } = await invited()
    const question = await go(me, workspace.id, '?redirect=%2Fx%3Fa%3D1')
    expect(question.href).toBe(
      `http://localhost:9000/workspace/${workspace.id}/confirm?redirect=%2Fx%3Fa%3D1`,
    )
    expect(await codes()).toEqual([])
    expect((await confirm(me, workspace.id, remote.instanceUrl)).status).toBe(204)
    expect((await go(me, workspace.id)).origin).toBe('https://platform.example.com')
    expect((await go(me, workspace.id)).origin).toBe('https://platform.example.com')
  })

  it('is required of each member separately', async () => {
    const { me, workspace } = await invited()
    const third = await makeSignedIn(test)
    await addMember(test.database, workspace, third.user)
    await confirm(me, workspace.id, remote.instanceUrl)
    expect((await go(third, workspace.id)).pathname).toBe(`/workspace/${workspace.id}/confirm`)
  })

  it('is required again when the URL changes, and is refused for an outdated URL', async () => {
    const { me, workspace } = await invited()
    await confirm(me, workspace.id, remote.instanceUrl)
    const moved = 'https://evil.example'
    const { workspaces: table } = await import('./workspace-table.ts')
    await test.database.orm.update(table).set({ instanceUrl: moved })
    expect((await go(me, workspace.id)).pathname).toBe(`/workspace/${workspace.id}/confirm`)
    expect((await confirm(me, workspace.id, remote.instanceUrl)).errorType).toBe('Conflict')
    expect((await confirm(me, workspace.id, moved)).status).toBe(204)
    expect((await go(me, workspace.id)).origin).toBe(moved)
  })

  it('is not required of the owner, or for a managed or local instance', async () => {
    const { owner, workspace } = await invited()
    expect((await go(owner, workspace.id)).origin).toBe('https://platform.example.com')
    const managed = await invited({ instanceUrl: 'https://app.systeminit.com', instanceEnvType: 'SI' })
    expect((await go(managed.me, managed.workspace.id)).origin).toBe('https://app.systeminit.com')
    const local = await invited({})
    expect((await go(local.me, local.workspace.id)).origin).toBe('http://localhost:8080')
  })

  it('is required of a new owner who did not set the URL, but not of the member who did', async () => {
    const { owner, me, workspace } = await invited()
    const params = { workspaceId: workspace.id }
    await test.send(ownership.offer, { params, body: { userId: me.user.id } }, owner)
    expect((await test.send(ownership.accept, { params }, me)).status).toBe(204)
    expect((await go(me, workspace.id)).pathname).toBe(`/workspace/${workspace.id}/confirm`)
    expect((await go(owner, workspace.id)).origin).toBe('https://platform.example.com')
    expect((await confirm(me, workspace.id, remote.instanceUrl)).status).toBe(204)
    expect((await go(me, workspace.id)).origin).toBe('https://platform.example.com')

    const body = { instanceUrl: 'https://other.example.com' }
    await test.send(workspaces.update, { params, body }, me)
    expect((await go(me, workspace.id)).origin).toBe('https://other.example.com')
    expect((await go(owner, workspace.id)).pathname).toBe(`/workspace/${workspace.id}/confirm`)
  })

  it('is required of both new owners after two transfers, but not of the member who set the URL', async () => {
    const { owner, me, workspace } = await invited()
    const third = await makeSignedIn(test)
    await addMember(test.database, workspace, third.user)
    const params = { workspaceId: workspace.id }
    for (const [from, to] of [
      [owner, me],
      [me, third],
    ] as const) {
      await test.send(ownership.offer, { params, body: { userId: to.user.id } }, from)
      expect((await test.send(ownership.accept, { params }, to)).status).toBe(204)
    }
    expect((await go(owner, workspace.id)).origin).toBe('https://platform.example.com')
    for (const other of [me, third])
      expect((await go(other, workspace.id)).pathname).toBe(`/workspace/${workspace.id}/confirm`)
  })
})

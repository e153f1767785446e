/** A script that uses the API only through `portal --json`. See docs/use-the-cli.md. */
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../../tools/processes/free-port.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { makePortalCommand, type PortalCommand } from '../testing/portal-command.ts'

const port = await freePort()
const test = useTestApp({ API_URL: `http://localhost:${port}`, RATE_LIMIT_FACTOR: '1000' })
let portal: PortalCommand
beforeAll(async () => {
  await test.app.listen({ port, host: 'localhost' })
  portal = makePortalCommand(test)
})
afterAll(() => portal.remove())

interface WithId {
  id: string
}
interface Issued {
  authToken: WithId & { name: string; pausedUntil: string | null }
  token: string
}
interface Event {
  id: string
  act: string
  subject: string | null
}

describe('portal --json', () => {
  it('creates a workspace, invites, creates a service account and a rule, rotates a token and reads the activity', async () => {
    await portal.signIn(await makeSignedIn(test))
    const { id } = await portal.json<WithId>('workspaces', 'create', 'Nightly', 'http://localhost:8080')
    await portal.json('workspaces', 'edit', id, '--description', 'For tests')
    expect(await portal.json('workspaces', 'show', 'nightly')).toMatchObject({ id, description: 'For tests' })

    expect(
      await portal.json('members', 'invite', id, 'grace@example.com', '--role', 'approver'),
    ).toMatchObject({
      email: 'grace@example.com',
      role: 'APPROVER',
      status: 'invited',
    })
    expect(await portal.json('members', 'role', id, 'grace@example.com', 'collaborator')).toMatchObject({
      role: 'EDITOR',
    })
    expect(await portal.json<unknown[]>('members', 'list', id)).toHaveLength(2)
    await portal.json('members', 'remove', id, 'Grace@Example.com', '--yes')
    expect(await portal.json<unknown[]>('members', 'list', id)).toHaveLength(1)

    await portal.json('service-accounts', 'create', id, 'deploys')
    const ofPipeline = ['--issuer', 'https://ci.example.com', '--audience', test.config.API_URL]
    const pins = { repository_id: '123', repository_owner_id: '456' }
    const claims = [
      'ref=refs/heads/main',
      'ref=refs/heads/next',
      'repository_id=123',
      'repository_owner_id=456',
    ]
    const names = [id, 'deploys']
    const rule = await portal.json(
      'trust-rules',
      'create',
      ...names,
      'main-branch',
      ...ofPipeline,
      ...claims.flatMap((claim) => ['--claim', claim]),
    )
    expect(rule.claims).toEqual({ ref: ['refs/heads/main', 'refs/heads/next'], ...pins })
    expect(await portal.json('trust-rules', 'list', ...names)).toEqual([rule])
    expect(await portal.json('trust-rules', 'exchanges', ...names)).toEqual([])
    await portal.json('trust-rules', 'delete', ...names, 'main-branch', '--yes')
    expect(await portal.json('trust-rules', 'list', ...names)).toEqual([])

    const created = await portal.json<Issued>('tokens', 'create', id, 'ci', '--service-account', 'deploys')
    expect(await statusWith(id, created.token)).toBe(200)
    const rotated = await portal.json<Issued>('tokens', 'rotate', id, 'ci', '--overlap', '1h')
    expect(rotated.authToken.id).toBe(created.authToken.id)
    expect([await statusWith(id, rotated.token), await statusWith(id, created.token)]).toEqual([200, 200])
    await portal.json('tokens', 'retire', id, 'ci', '--yes')
    expect(await statusWith(id, created.token)).toBe(401)

    const paused = await portal.json<Issued['authToken']>('tokens', 'pause', id, 'ci', '--for', '1h', '--yes')
    expect(Date.parse(paused.pausedUntil ?? '')).toBeGreaterThan(Date.now())
    expect(await statusWith(id, rotated.token)).toBe(401)
    expect(await portal.json<unknown[]>('tokens', 'refusals', id, 'ci')).toHaveLength(1)
    expect(await portal.json('tokens', 'resume', id, 'ci')).toMatchObject({ pausedUntil: null })
    expect(await statusWith(id, rotated.token)).toBe(200)
    await portal.json('service-accounts', 'disable', id, 'deploys', '--yes')
    expect(await statusWith(id, rotated.token)).toBe(401)
    await portal.json('service-accounts', 'enable', id, 'deploys')
    await portal.json('tokens', 'revoke', id, 'ci', '--yes')

    const events = await portal.json<Event[]>('activity', id, '--limit', '100')
    expect(events.map(({ act }) => act).reverse()).toEqual([
      'workspace.created',
      'workspace.updated',
      'member.invited',
      'member.role-changed',
      'member.invitation-withdrawn',
      'service-account.created',
      'trust-rule.created',
      'trust-rule.deleted',
      'token.created',
      'token.rotated',
      'token.retired',
      'token.paused',
      'token.resumed',
      'service-account.disabled',
      'service-account.enabled',
      'token.revoked',
    ])
    // Starts 24 processes one after another, which can take longer than the time limit of other tests.
  }, 300_000)

  it('follows the activity, one event per line, oldest first', async () => {
    const user = await makeSignedIn(test)
    await portal.signIn(user)
    const { id } = await portal.json<WithId>('workspaces', 'create', 'Nightly', 'http://localhost:8080')
    const following = portal.start('activity', id, '--follow', '--json')
    const acts = () =>
      following
        .text()
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as Event).act)
    await vi.waitFor(() => expect(acts()).toEqual(['workspace.created']), 60_000)
    const change = { params: { workspaceId: id }, body: { description: 'Changed' } }
    await test.send(workspaces.update, change, { session: user.session })
    await vi.waitFor(() => expect(acts()).toEqual(['workspace.created', 'workspace.updated']), 60_000)
    following.child.kill('SIGINT')
    await following.finished
  })
})

/** The status of a request with this API token. */
async function statusWith(workspaceId: string, bearer: string): Promise<number> {
  return (await test.send(workspaces.read, { params: { workspaceId } }, { bearer })).status
}

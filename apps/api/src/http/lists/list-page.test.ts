import { accessReview } from '@portal/contract/access-review/access-review'
import { activity } from '@portal/contract/activity/activity'
import { attention } from '@portal/contract/attention/attention'
import { dayMs } from '@portal/contract/durations'
import { type CallInput, type Endpoint, pathOf } from '@portal/contract/endpoint'
import { invitations } from '@portal/contract/invitations/invitations'
import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { sessions } from '@portal/contract/sessions/sessions'
import { staffPauses } from '@portal/contract/staff/pauses/pauses'
import { staffRecords } from '@portal/contract/staff/records/records'
import { staffReports } from '@portal/contract/staff/reports/reports'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { sealText } from '../../crypto/sealed-text.ts'
import { insertActivity } from '../../features/activity/activity-store.ts'
import { ownershipOffers } from '../../features/ownership/ownership-table.ts'
import { recordStaffAct } from '../../features/staff/records/staff-record-store.ts'
import { authTokens } from '../../features/tokens/token-table.ts'
import { useTestApp } from '../../testing/build-test-app.ts'
import { addMember, makeSession, makeUser, makeWorkspace } from '../../testing/factories.ts'
import { makeFederationScene } from '../../testing/federation-scene.ts'
import { issueToken } from '../../testing/issue-token.ts'
import { makeSignedIn, type SignedIn } from '../../testing/make-signed-in.ts'
import { invite, makeTeam } from '../../testing/make-team.ts'
import { readListPage } from './list-page.ts'

const test = useTestApp()

/** The rows of a reply: the bare array, or the one in an object such as `{ authTokens }`. */
function rowsOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body
  const { authTokens, tokens, ...rest } = body as Record<string, unknown[]>
  return authTokens ?? tokens ?? Object.values(rest)[0] ?? []
}

const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1]

async function readPage(address: string, as: SignedIn) {
  const response = await test.app.inject({
    url: address.replace(test.config.API_URL, ''),
    headers: test.headersOf({ session: as.session }),
  })
  expect(response.statusCode, response.body).toBe(200)
  return { rows: rowsOf(response.json()), next: nextOf(response.headers.link) }
}

interface Input {
  params?: Record<string, string>
  query?: Record<string, string>
}

const firstPage = (call: Endpoint, { params, query }: Input) =>
  `${test.config.API_URL}${pathOf(call, params)}?${new URLSearchParams({ ...query, limit: '2' })}`

const ask = (call: Endpoint, input: Input, as: SignedIn) => test.send(call, input as CallInput<Endpoint>, as)

/** Follows the `Link` headers. `meanwhile` runs after the first page. */
async function readAll(address: string, as: SignedIn, meanwhile = async () => {}) {
  const sizes: number[] = []
  const rows: unknown[] = []
  for (let next: string | undefined = address; next !== undefined; ) {
    const page = await readPage(next, as)
    sizes.push(page.rows.length)
    rows.push(...page.rows)
    next = page.next
    if (sizes.length === 1) await meanwhile()
  }
  return { rows, sizes }
}

const repeat = async (count: number, act: (at: number) => Promise<unknown>) => {
  for (let at = 0; at < count; at += 1) await act(at)
}

const sameTime = new Date('2026-01-01T00:00:00.000Z')

/** Rows that all have the same date, and the call that lists them. */
const lists: [string, () => Promise<{ call: Endpoint; input: Input; as: SignedIn }>][] = [
  [
    'members.list',
    async () => {
      const { owner, params, workspace } = await makeTeam(test)
      await repeat(2, async (at) =>
        addMember(test.database, workspace, await makeUser(test.database, { email: `${at}ß@example.com` })),
      )
      await invite(test, { owner, params }, 'amy@example.com')
      return { call: members.list, input: { params }, as: owner }
    },
  ],
  [
    'tokens.list',
    async () => {
      const { owner, params } = await makeTeam(test)
      await repeat(5, () => issueToken(test, { ...params, userId: owner.user.id, kind: 'api' }))
      return { call: tokens.list, input: { params }, as: owner }
    },
  ],
  [
    'tokens.mine',
    async () => {
      const { owner, params } = await makeTeam(test)
      await repeat(5, () => issueToken(test, { ...params, userId: owner.user.id, kind: 'api' }))
      return { call: tokens.mine, input: { params: { userId: owner.user.id } }, as: owner }
    },
  ],
  [
    'invitations.mine',
    async () => {
      const as = await makeSignedIn(test)
      const owner = await makeSignedIn(test)
      await repeat(5, async () => {
        const { id: workspaceId } = await makeWorkspace(test.database, owner.user)
        await invite(test, { owner, params: { workspaceId } }, as.user.email)
      })
      return { call: invitations.mine, input: {}, as }
    },
  ],
  [
    'workspaces.list',
    async () => {
      const as = await makeSignedIn(test)
      await repeat(5, () => makeWorkspace(test.database, as.user))
      return { call: workspaces.list, input: {}, as }
    },
  ],
  [
    'workspaces.listDeleted',
    async () => {
      const as = await makeSignedIn(test)
      const deletedAt = new Date(test.now().getTime() - 1_000)
      await repeat(5, () => makeWorkspace(test.database, as.user, { deletedAt }))
      return { call: workspaces.listDeleted, input: {}, as }
    },
  ],
  [
    'ownership.mine',
    async () => {
      const [as, to] = [await makeSignedIn(test), await makeSignedIn(test)]
      await repeat(5, async () => {
        const { id: workspaceId } = await makeWorkspace(test.database, as.user)
        const people = { fromUserId: as.user.id, toUserId: to.user.id }
        const expiresAt = new Date(test.now().getTime() + 60_000)
        await test.database.orm
          .insert(ownershipOffers)
          .values({ workspaceId, ...people, createdAt: sameTime, expiresAt })
      })
      return { call: ownership.mine, input: {}, as: to }
    },
  ],
  [
    'members.access',
    async () => {
      const { owner, editor, params } = await makeTeam(test)
      const userId = editor.user.id
      await repeat(5, () => issueToken(test, { ...params, userId, kind: 'instance' }))
      return { call: members.access, input: { params: { ...params, userId } }, as: owner }
    },
  ],
  [
    'activity.list',
    async () => {
      const { owner, params } = await makeTeam(test)
      const of = { ...params, actorUserId: owner.user.id, act: 'member.left', ipAddress: null } as const
      await repeat(5, (at) =>
        insertActivity(test.database.orm, { ...of, subject: `needle ${at}`, at: sameTime }),
      )
      await insertActivity(test.database.orm, { ...of, subject: 'other', at: sameTime })
      return { call: activity.list, input: { params, query: { search: 'needle' } }, as: owner }
    },
  ],
  [
    'attention.list',
    async () => {
      const { owner, params } = await makeTeam(test)
      const expiresAt = new Date(test.now().getTime() + 10 * dayMs)
      const createdAt = new Date(test.now().getTime() - 10 * dayMs)
      await repeat(5, () => issueToken(test, { ...params, userId: owner.user.id, kind: 'api', expiresAt }))
      await test.database.orm.update(authTokens).set({ createdAt })
      return { call: attention.list, input: {}, as: owner }
    },
  ],
  [
    'accessReview.list',
    async () => {
      const { team } = await makeFederationScene(test)
      return { call: accessReview.list, input: { params: team.params }, as: team.owner }
    },
  ],
  [
    'accessReview.listSignOffs',
    async () => {
      const { params, owner } = await makeTeam(test)
      await repeat(5, () => test.send(accessReview.signOff, { params }, owner))
      return { call: accessReview.listSignOffs, input: { params }, as: owner }
    },
  ],
  [
    'staffPauses.listQuarantinedUsers',
    async () => {
      const as = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
      await repeat(5, () => makeUser(test.database, { quarantinedAt: sameTime }))
      return { call: staffPauses.listQuarantinedUsers, input: {}, as }
    },
  ],
  [
    'staffPauses.listQuarantinedWorkspaces',
    async () => {
      const as = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
      await repeat(5, () => makeWorkspace(test.database, as.user, { quarantinedAt: sameTime }))
      return { call: staffPauses.listQuarantinedWorkspaces, input: {}, as }
    },
  ],
  [
    'staffReports.signupReport',
    async () => {
      const as = await makeSignedIn(test, { email: 'sasha@systeminit.com' })
      await repeat(5, () => makeUser(test.database, { signupAt: sameTime }))
      const query = { startDate: '2026-01-01', endDate: '2026-01-01' }
      return { call: staffReports.signupReport, input: { query }, as }
    },
  ],
  [
    'staffRecords.listAccess',
    async () => {
      const as = await makeSignedIn(test)
      const record = { staffUserId: as.user.id, aboutUserId: as.user.id, ipAddress: null } as const
      await repeat(5, () =>
        recordStaffAct(test.database.orm, { ...record, act: 'person.quarantined', at: sameTime }),
      )
      return { call: staffRecords.listAccess, input: { params: { userId: as.user.id } }, as }
    },
  ],
]

describe('paged lists', () => {
  it.each(lists)('%s returns every row once when a caller follows its Link headers', async (_, make) => {
    const { call, input, as } = await make()
    const whole = rowsOf((await ask(call, input, as)).body)
    const { rows, sizes } = await readAll(firstPage(call, input), as)
    expect(rows).toEqual(whole)
    expect(sizes).toEqual(whole.length === 6 ? [2, 2, 2] : [2, 2, 1])
  })

  it('sessions.list pages by sign-in, so that a session used between two pages is neither lost nor repeated', async () => {
    const { owner, params } = await makeTeam(test)
    const userId = owner.user.id
    await repeat(2, () => makeSession(test.database, owner.user, { createdAt: sameTime }))
    await repeat(2, () => issueToken(test, { ...params, userId, kind: 'instance' }))
    const input = { params: { userId } }
    const whole = (await test.send(sessions.list, input, owner)).body
    const { rows, sizes } = await readAll(firstPage(sessions.list, input), owner, async () => {
      test.clockOffsetMs = 120_000
      await test.send(sessions.list, input, owner)
    })
    const ids = (list: unknown[]) => list.map((row) => (row as { id: string }).id)
    expect(sizes).toEqual([2, 2, 1])
    expect(ids(rows).toSorted()).toEqual(ids(whole).toSorted())
  })

  it('a row added behind the last page read appears, and one added before it changes nothing', async () => {
    const team = await makeTeam(test)
    const add = async (email: string) =>
      addMember(test.database, team.workspace, await makeUser(test.database, { email }))
    const input = { params: team.params }
    const { rows } = await readAll(firstPage(members.list, input), team.owner, async () => {
      await add('aaa@example.com')
      await add('zoe@example.com')
    })
    expect(rows.map((row) => (row as { email: string }).email)).toEqual([
      'owner@example.com',
      'approver@example.com',
      'editor@example.com',
      'zoe@example.com',
    ])
  })

  it('a cursor still works when its row was removed and nothing else refers to that user', async () => {
    const team = await makeTeam(test)
    const input = { params: team.params }
    const { rows } = await readAll(firstPage(members.list, input), team.owner, async () => {
      await test.send(members.leave, input, team.approver)
    })
    expect(rows).toHaveLength(3)
  })

  it('a list that fits on one page and the last page of a longer list have no Link header', async () => {
    const team = await makeTeam(test)
    for (const query of [{}, { limit: '3' }, { limit: '1000' }]) {
      const { headers, body } = await test.send(members.list, { params: team.params, query }, team.owner)
      expect(body).toHaveLength(3)
      expect(headers.link).toBeUndefined()
    }
  })
})

describe('workspaces.create', () => {
  it('returns at most 1,000 workspaces, in however many the caller is a member', async () => {
    const me = await makeSignedIn(test)
    const other = await makeUser(test.database)
    await test.database.orm.execute(sql`
      with made as (
        insert into workspaces (id, display_name, instance_url, instance_env_type, creator_user_id, token, created_at)
        select lpad(number::text, 26, '0'), 'Many', 'http://localhost:8080', 'LOCAL', ${other.id}, '', now()
        from generate_series(1, 1001) number
        returning id)
      insert into workspace_members (workspace_id, user_id, role, joined_at)
      select id, ${other.id}, 'OWNER'::workspace_role, now() from made
      union all select id, ${me.user.id}, 'EDITOR'::workspace_role, now() from made`)
    const body = { displayName: 'New', instanceUrl: 'http://localhost:8080' }
    const created = await test.send(workspaces.create, { body }, me)
    expect(created.body.workspaces).toHaveLength(1_000)
    expect(created.body.newWorkspaceId).toMatch(/^[0-9A-Z]{26}$/)
  })
})

describe('members.list', () => {
  it('returns 1,000 of 1,004 rows to a session, and all to a token, whose clients do not follow pages', async () => {
    const { owner, params } = await makeTeam(test)
    await test.database.orm.execute(sql`
      with person as (
        insert into users (id, email, email_key, email_verified, signup_at)
        select id, id || '@example.com', lower(id) || '@example.com', true, now()
        from (select 'X' || lpad(n::text, 25, '0') as id from generate_series(1, 1001) n) ids
        returning id
      )
      insert into workspace_members (workspace_id, user_id, role, joined_at)
      select ${params.workspaceId}, id, 'EDITOR', now() from person`)
    const first = await test.send(members.list, { params }, owner)
    expect(first.body).toHaveLength(1_000)
    const query = Object.fromEntries(new URL(nextOf(first.headers.link) ?? '').searchParams)
    const last = await test.send(members.list, { params, query }, owner)
    expect(last.body).toHaveLength(4)
    expect(new Set([...first.body, ...last.body].map(({ userId }) => userId)).size).toBe(1_004)
    const { token } = await issueToken(test, { ...params, userId: owner.user.id, kind: 'instance' })
    const whole = await test.send(members.list, { params }, { bearer: token })
    expect(whole.body).toHaveLength(1_004)
    expect(whole.headers.link).toBeUndefined()
  })
})

describe('readListPage', () => {
  it('reads the first 1,000 rows of a longer list and links to the next page when the caller sends no limit', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => String(at))
    const asked: number[] = []
    const header = vi.fn()
    const list = {
      call: tokens.list,
      keyOf: (row: string) => [row] as const,
      read: async ({ limit }: { limit: number }) => {
        asked.push(limit)
        return rows.slice(0, limit)
      },
    }
    const request = { params: { workspaceId: 'w' }, query: {}, reply: { header } }
    expect(await readListPage(test.services, request, list)).toHaveLength(1_000)
    expect(asked).toEqual([1_001])
    expect(nextOf(header.mock.lastCall?.[1])).toContain('/workspaces/w/authTokens?limit=1000&after=c.')
  })
})

describe('cursors', () => {
  it.each(lists)('%s refuses a damaged cursor and one of another list', async (_, make) => {
    const { call, input, as } = await make()
    const { next } = await readPage(firstPage(call, input), as)
    const cursor = new URL(next ?? '').searchParams.get('after') ?? ''
    const elsewhere = call === workspaces.list ? tokens.mine : workspaces.list
    const foreign = await readPage(firstPage(elsewhere, { params: { userId: as.user.id } }), as)
    const foreignCursor = foreign.next && new URL(foreign.next).searchParams.get('after')
    const wrong = [`${cursor.slice(0, -4)}AAAA`, cursor.slice(0, 20), 'c.', 'c.💥', foreignCursor]
    for (const after of wrong.filter((text) => text !== undefined && text !== null)) {
      const reply = await ask(call, { ...input, query: { ...input.query, after: after ?? '' } }, as)
      expect(reply.errorType, after).toBe('ValidationError')
      expect(reply.error?.issues?.[0]?.path).toBe('after')
    }
  })

  it('are refused when they contain another text that is sealed with the same secret', async () => {
    const as = await makeSignedIn(test)
    const other = sealText(test.services.keys.sealingSecret, 'the secret of a workspace')
    const after = `c.${Buffer.from(other).toString('base64url')}`
    const reply = await test.send(workspaces.list, { query: { after } }, as)
    expect(reply.errorType).toBe('ValidationError')
  })

  it('do not contain the email address that they stand for', async () => {
    const { owner, params } = await makeTeam(test)
    const { next } = await readPage(firstPage(members.list, { params }), owner)
    const cursor = new URL(next ?? '').searchParams.get('after') ?? ''
    expect(Buffer.from(cursor.slice(2), 'base64url').toString('latin1')).not.toContain('example')
  })

  it('are refused in the same list of another workspace', async () => {
    const { owner, params } = await makeTeam(test)
    const { next } = await readPage(firstPage(members.list, { params }), owner)
    const after = new URL(next ?? '').searchParams.get('after') ?? ''
    const elsewhere = await makeWorkspace(test.database, owner.user)
    const reply = await test.send(
      members.list,
      { params: { workspaceId: elsewhere.id }, query: { after } },
      owner,
    )
    expect(reply.errorType).toBe('ValidationError')
    expect(reply.error?.issues?.[0]?.path).toBe('after')
  })

  it('have no access rights: a stranger with the cursor of a member gets 404', async () => {
    const { owner, params } = await makeTeam(test)
    const { next } = await readPage(firstPage(members.list, { params }), owner)
    const after = new URL(next ?? '').searchParams.get('after') ?? ''
    const stranger = await makeSignedIn(test, { email: 'zed@example.com' })
    expect((await test.send(members.list, { params, query: { after } }, stranger)).status).toBe(404)
  })
})

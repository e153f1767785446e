import { invitations } from '@portal/contract/invitations'
import { expect, it } from 'vitest'
import { requestRecord } from '../../lib/request/request-record.ts'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { invitationLinkQuery } from './member-queries.ts'

it('invitationLinkQuery leaves the link neither in the cache nor in the record of the request', async () => {
  const url = 'http://localhost:9000/invitation/abc'
  fakeApi().reply(invitations.link, { url })
  const client = createQueryClient()
  await expect(client.fetchQuery(invitationLinkQuery('W1', 'I1'))).resolves.toEqual({ url })
  await expect.poll(() => client.getQueryCache().getAll()).toEqual([])
  const record = requestRecord('invitations.link%W1%I1')
  expect(JSON.stringify([record, await record?.completed])).not.toContain(url)
})

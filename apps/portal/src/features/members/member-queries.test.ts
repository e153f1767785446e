import { invitations } from '@portal/contract/invitations'
import { expect, it } from 'vitest'
import { requestRecord } from '../../lib/request/request-record.ts'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { invitationLinkQuery } from './member-queries.ts'

it('invitationLinkQuery removes the link from the response kept by the request layer', async () => {
  const url = 'http://localhost:9000/invitation/abc'
  fakeApi().reply(invitations.link, { url })
  await expect(createQueryClient().fetchQuery(invitationLinkQuery('W1', 'I1'))).resolves.toEqual({ url })
  expect(await requestRecord('invitations.link%W1%I1')?.completed).toEqual({ url: '' })
})

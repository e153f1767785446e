import { account } from '@portal/contract/account/account'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { expect, it } from 'vitest'
import { requestKey } from './request-key.ts'

it('requestKey contains the action or name of the call and the path parameters', () => {
  expect(requestKey(account.update, { params: { userId: 'u1' } })).toBe('UPDATE_USER%u1')
  expect(requestKey(workspaces.read, { params: { workspaceId: 'w1' } })).toBe('workspaces.read%w1')
})

it('requestKey contains the given parts in place of the path parameters', () => {
  expect(requestKey(account.update, { params: { userId: 'u1' } }, ['u2', true])).toBe('UPDATE_USER%u2%true')
})

import { account } from '@portal/contract/account/account'
import type { ErrorType } from '@portal/contract/errors'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { MutationObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { onFreshSignInRequired } from './lib/guard/fresh-sign-in-events.ts'
import { onSessionEvent } from './lib/guard/session-events.ts'
import { apiQuery } from './lib/request/api-query.ts'
import { request } from './lib/request/request.ts'
import { createQueryClient } from './query-client.ts'
import { fakeApi, requestId } from './testing/fake-api.ts'
import { loggedFailures } from './testing/logged-failures.ts'

const client = createQueryClient()

/** Fails a read and a write with this error, and returns what was announced and logged as warnings. */
async function failBoth(type: ErrorType, expectedErrors?: ErrorType[]) {
  const api = fakeApi()
  api.refuse(workspaces.list, type)
  api.refuse(account.update, type)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const [onSession, onFreshSignIn] = [vi.fn(), vi.fn()]
  const stops = [onSessionEvent(onSession), onFreshSignInRequired(onFreshSignIn)]
  onTestFinished(() => {
    warn.mockRestore()
    for (const stop of stops) stop()
  })
  const read = client.fetchQuery(apiQuery(workspaces.list, { query: {} }, { expectedErrors }))
  await expect(read).rejects.toMatchObject({ code: type })
  const write = new MutationObserver(client, {
    mutationFn: () => request(account.update, { params: { userId: 'u1' }, body: { nickname: 'Ada' } }),
    meta: { expectedErrors },
  })
  await expect(write.mutate()).rejects.toMatchObject({ code: type })
  return { warn, onSession, onFreshSignIn }
}

const lines = (type: ErrorType) =>
  ['workspaces.list', 'account.update'].map((name) => [`${name} failed: Refused: ${type}`, type, requestId])

describe('a failed read or write', () => {
  it('is logged once as an error, and announced if the session has ended', async () => {
    const { warn, onSession } = await failBoth('SessionEnded')
    expect(loggedFailures()).toEqual(lines('SessionEnded').map((line) => line.join(' ')))
    expect(onSession.mock.calls).toEqual([['ended'], ['ended']])
    expect(warn).not.toHaveBeenCalled()
  })

  it('is logged as a warning and not announced if the page expects it', async () => {
    const { warn, onSession } = await failBoth('NotSignedIn', ['NotSignedIn'])
    expect(warn.mock.calls).toEqual(lines('NotSignedIn'))
    expect(onSession).not.toHaveBeenCalled()
  })

  it('is logged as a warning and asks for a new sign-in if that is required', async () => {
    const { warn, onSession, onFreshSignIn } = await failBoth('FreshSignInRequired')
    expect(warn.mock.calls).toEqual(lines('FreshSignInRequired'))
    expect(onSession).not.toHaveBeenCalled()
    expect(onFreshSignIn.mock.calls).toEqual([
      ['Refused: FreshSignInRequired'],
      ['Refused: FreshSignInRequired'],
    ])
  })
})

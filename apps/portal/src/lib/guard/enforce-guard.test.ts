import type { User } from '@portal/contract/account/account'
import { createMemoryHistory, type StaticDataRouteOption } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { createPortalRouter } from '../../router.ts'
import { person } from '../../testing/people.ts'
import { enforceGuard } from './enforce-guard.ts'
import { saveLoginRedirect, takeLoginRedirect } from './login-redirect.ts'
import { sessionQuery } from './session.ts'

interface Options {
  signal?: AbortSignal
  isPreload?: boolean
  session?: User | null
}

function navigate(staticData: StaticDataRouteOption, options: Options = {}) {
  const { signal = new AbortController().signal, isPreload = false, session = null } = options
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const history = createMemoryHistory({ initialEntries: ['/somewhere'] })
  const { latestLocation: location } = createPortalRouter(queryClient, history)
  const matches = [{ staticData, params: {} }]
  return enforceGuard({ queryClient, matches, location, isPreload, signal })
}

it.each([
  ['without data', {} as StaticDataRouteOption],
  ['that is a layout', { name: 'account', access: 'layout' } as const],
])('enforceGuard refuses to open a route %s', async (_, staticData) => {
  await expect(navigate(staticData)).rejects.toThrow('The route of /somewhere is not a page')
})

it('enforceGuard has no effect if another navigation replaced this one', async () => {
  const page = { name: 'workspaces', access: 'verified' } as const
  await navigate(page, { signal: AbortSignal.abort() })
  expect(takeLoginRedirect()).toBeUndefined()
  await expect(navigate(page)).rejects.toMatchObject({ options: { to: '/login' } })
  expect(takeLoginRedirect()).toBe('/somewhere')
})

it('enforceGuard keeps the requested page when another page is only preloaded', async () => {
  const page = { name: 'workspaces', access: 'verified' } as const
  await expect(navigate(page, { isPreload: true })).rejects.toMatchObject({ options: { to: '/login' } })
  expect(takeLoginRedirect()).toBeUndefined()
})

describe('enforceGuard, before the terms are accepted,', () => {
  const session = person({ needsTosUpdate: true })
  const expectTerms = (returnTo?: 'fallback') =>
    expect(navigate({ name: 'workspaces', access: 'verified', returnTo }, { session })).rejects.toMatchObject(
      { options: { to: '/review-legal' } },
    )

  it.each([
    ['stores the requested page in place of an earlier one', undefined, '/somewhere'],
    ['keeps an earlier page if the requested one is only a fallback', 'fallback', '/billing'],
  ] as const)('%s', async (_, returnTo, kept) => {
    saveLoginRedirect('/billing')
    await expectTerms(returnTo)
    expect(takeLoginRedirect()).toBe(kept)
  })

  it('stores a fallback page if there is no earlier one', async () => {
    await expectTerms('fallback')
    expect(takeLoginRedirect()).toBe('/somewhere')
  })
})

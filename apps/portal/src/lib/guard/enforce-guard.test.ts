import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { createPortalRouter } from '../../router.ts'
import { enforceGuard } from './enforce-guard.ts'
import { takeLoginRedirect } from './login-redirect.ts'
import { routeNames } from './route-names.ts'
import { sessionQuery } from './session.ts'

const workspacesPage = { staticData: { name: 'workspaces' as const }, params: {} }

describe('enforceGuard', () => {
  const { signal } = new AbortController()

  it('refuses to open a route without a name', async () => {
    const queryClient = createQueryClient()
    const { latestLocation: location } = createPortalRouter(
      queryClient,
      createMemoryHistory({ initialEntries: ['/unnamed'] }),
    )
    const matches = [{ staticData: {}, params: {} }]
    await expect(enforceGuard({ queryClient, matches, location, isPreload: false, signal })).rejects.toThrow(
      'The route of /unnamed has no name',
    )
  })

  it('has no effect if another navigation replaced this one', async () => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(sessionQuery.queryKey, null)
    const { latestLocation: location } = createPortalRouter(
      queryClient,
      createMemoryHistory({ initialEntries: ['/workspaces'] }),
    )
    const navigation = { queryClient, matches: [workspacesPage], location, isPreload: false }
    await enforceGuard({ ...navigation, signal: AbortSignal.abort() })
    expect(takeLoginRedirect()).toBeUndefined()
    await expect(enforceGuard({ ...navigation, signal })).rejects.toMatchObject({ options: { to: '/login' } })
    expect(takeLoginRedirect()).toBe('/workspaces')
  })
})

describe('the route tree', () => {
  it('gives every page a name from the guard’s table, and every name a page', () => {
    const router = createPortalRouter(createQueryClient(), createMemoryHistory())
    const pages = Object.values(router.routesById).filter(({ children }) => !children)
    expect(new Set(pages.map(({ options }) => options.staticData?.name))).toEqual(new Set(routeNames))
  })
})

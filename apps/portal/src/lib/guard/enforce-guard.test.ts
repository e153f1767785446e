import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '../../query-client.ts'
import { createPortalRouter } from '../../router.ts'
import { enforceGuard } from './enforce-guard.ts'
import { routeNames } from './route-names.ts'

describe('enforceGuard', () => {
  it('refuses to open a route without a name', async () => {
    const queryClient = createQueryClient()
    const { latestLocation: location } = createPortalRouter(
      queryClient,
      createMemoryHistory({ initialEntries: ['/unnamed'] }),
    )
    const matches = [{ staticData: {}, params: {} }]
    await expect(enforceGuard({ queryClient, matches, location, isPreload: false })).rejects.toThrow(
      'The route of /unnamed has no name',
    )
  })
})

describe('the route tree', () => {
  it('gives every page a name from the guard’s table, and every name a page', () => {
    const router = createPortalRouter(createQueryClient(), createMemoryHistory())
    const pages = Object.values(router.routesById).filter(({ children }) => !children)
    expect(new Set(pages.map(({ options }) => options.staticData?.name))).toEqual(new Set(routeNames))
  })
})

import { useRouterState } from '@tanstack/react-router'
import type { RouteName } from './route-names.ts'

/** The route name of the current page. */
export function useRouteName(): RouteName {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.name ?? '404' })
}

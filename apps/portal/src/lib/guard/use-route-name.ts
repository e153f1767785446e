import { useRouterState } from '@tanstack/react-router'
import type { RouteName } from './route-names.ts'

/** The name of the page that is shown. */
export function useRouteName(): RouteName {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.name ?? '404' })
}

import { useRouterState } from '@tanstack/react-router'

/** The route name of the current page. Undefined before the first page. */
export function useRouteName(): string | undefined {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.name })
}

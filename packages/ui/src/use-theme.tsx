import { useSyncExternalStore } from 'react'
import { type ThemeState, themeStore } from './lib/theme.ts'

/**
 * Returns the current theme, the user's choice and functions to change it. All components on the page share one theme.
 */
export function useTheme(): ThemeState & { choose(theme: ThemeState['theme']): void; clearChoice(): void } {
  const store = themeStore()
  const state = useSyncExternalStore(store.subscribe, store.read)
  return { ...state, choose: store.choose, clearChoice: store.clearChoice }
}

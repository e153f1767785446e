import { useSyncExternalStore } from 'react'
import { type ThemeState, themeStore } from './lib/theme.ts'

/** What is shown, what is chosen, and the means to change it. Every user of the page sees the same. */
export function useTheme(): ThemeState & { choose(theme: ThemeState['theme']): void; clearChoice(): void } {
  const store = themeStore()
  const state = useSyncExternalStore(store.subscribe, store.read)
  return { ...state, choose: store.choose, clearChoice: store.clearChoice }
}

import { useSyncExternalStore } from 'react'
import { type BrowserStorage, browserStorage } from './storage.ts'
import { themeStorageKey } from './theme-boot.ts'

export type Theme = 'light' | 'dark'

export interface ThemeState {
  /** The theme on screen. */
  theme: Theme
  /** The user's stored choice. Undefined if the theme follows the system. */
  choice: Theme | undefined
}

export interface ThemeStore {
  read(): ThemeState
  subscribe(listener: () => void): () => void
  /** Stores the choice, which overrides the system's preference. */
  choose(theme: Theme): void
  /** Removes the stored choice, so that the theme follows the system again. */
  clearChoice(): void
  /** Stops listening to the system and to other tabs. */
  close(): void
}

export interface ThemeSurroundings {
  storage: BrowserStorage
  /** Undefined in a browser without `matchMedia`. The theme is then dark. */
  matchMedia: ((query: string) => MediaQueryList) | undefined
  root: HTMLElement
}

function toTheme(value: string | null): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}

function askSystem(matchMedia: ThemeSurroundings['matchMedia']): MediaQueryList | undefined {
  try {
    // The query is for light, so that a browser that does not support it ("not all") falls back to dark.
    return matchMedia?.('(prefers-color-scheme: light)')
  } catch {
    return undefined
  }
}

/** Changes the theme on screen immediately, because fading every element of the page would take longer than a frame. */
function showTheme(root: HTMLElement, theme: Theme): void {
  root.style.setProperty('--default-transition-duration', '0s')
  root.dataset.theme = theme
  // The first callback runs before the new theme is painted, the second one after it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => root.style.removeProperty('--default-transition-duration')),
  )
}

/**
 * Creates a theme store. A stored choice overrides the system preference. Without one, the theme follows the system
 * live, and is dark if the preference cannot be read (docs/product/interface.md#theme). Sets `data-theme` on the root
 * immediately and on every change, including changes made in another tab.
 */
export function createThemeStore({ storage, matchMedia, root }: ThemeSurroundings): ThemeStore {
  const system = askSystem(matchMedia)
  const listeners = new Set<() => void>()

  function work(): ThemeState {
    const choice = toTheme(storage.getItem(themeStorageKey))
    return { choice, theme: choice ?? (system?.matches ? 'light' : 'dark') }
  }

  let state = work()
  root.dataset.theme = state.theme

  function refresh() {
    const next = work()
    if (next.theme === state.theme && next.choice === state.choice) return
    state = next
    showTheme(root, next.theme)
    for (const listener of listeners) listener()
  }

  function onStorage(event: StorageEvent) {
    if (event.key === themeStorageKey || event.key === null) refresh()
  }

  system?.addEventListener?.('change', refresh)
  window.addEventListener('storage', onStorage)

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(theme) {
      storage.setItem(themeStorageKey, theme)
      refresh()
    },
    clearChoice() {
      storage.removeItem(themeStorageKey)
      refresh()
    },
    close() {
      system?.removeEventListener?.('change', refresh)
      window.removeEventListener('storage', onStorage)
      listeners.clear()
    },
  }
}

let pageStore: ThemeStore | undefined

/** Returns the page's shared theme store. The first call creates it and applies the theme. */
export function themeStore(): ThemeStore {
  pageStore ??= createThemeStore({
    storage: browserStorage(),
    matchMedia: typeof window.matchMedia === 'function' ? window.matchMedia.bind(window) : undefined,
    root: document.documentElement,
  })
  return pageStore
}

/** Returns the current theme, the user's choice and functions to change it. All components on the page share one theme. */
export function useTheme() {
  const { subscribe, read, choose, clearChoice } = themeStore()
  return { ...useSyncExternalStore(subscribe, read), choose, clearChoice }
}

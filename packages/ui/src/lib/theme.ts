import { type BrowserStorage, browserStorage } from './storage.ts'
import { themeStorageKey } from './theme-boot.ts'

export type Theme = 'light' | 'dark'

export interface ThemeState {
  /** What is shown. */
  theme: Theme
  /** What the person chose and is stored, if anything; without it the theme is the system's. */
  choice: Theme | undefined
}

export interface ThemeStore {
  read(): ThemeState
  subscribe(listener: () => void): () => void
  /** Stores the choice, which overrides the system's preference. */
  choose(theme: Theme): void
  /** Removes the stored choice: the theme is the system's again. */
  clearChoice(): void
  /** Stops listening to the system and to other tabs. */
  close(): void
}

export interface ThemeSurroundings {
  storage: BrowserStorage
  /** Undefined where the browser has no such thing; then dark is used. */
  matchMedia: ((query: string) => MediaQueryList) | undefined
  root: HTMLElement
}

function toTheme(value: string | null): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined
}

function askSystem(matchMedia: ThemeSurroundings['matchMedia']): MediaQueryList | undefined {
  try {
    // Asked for light, so that a browser that does not know the question ("not all") answers dark.
    return matchMedia?.('(prefers-color-scheme: light)')
  } catch {
    return undefined
  }
}

/**
 * See docs/product/interface.md#theme: a stored choice overrides the system; with none the theme follows the system and
 * its changes; dark where the preference cannot be read. Sets `data-theme` on the root at once and on every change,
 * also one made in another tab.
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
    root.dataset.theme = next.theme
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

/** The page's one theme store, opened (and the theme applied) when it is first asked for. */
export function themeStore(): ThemeStore {
  pageStore ??= createThemeStore({
    storage: browserStorage(),
    matchMedia: typeof window.matchMedia === 'function' ? window.matchMedia.bind(window) : undefined,
    root: document.documentElement,
  })
  return pageStore
}

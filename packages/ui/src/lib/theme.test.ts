import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowserStorage } from './storage.ts'
import { createThemeStore, type ThemeStore } from './theme.ts'
import { themeBootScript, themeStorageKey } from './theme-boot.ts'

/** A system whose preference the test sets. Undefined stands for a system that reports no preference. */
function makeSystem(preference: 'light' | 'dark' | undefined) {
  let current = preference
  const changed = new EventTarget()
  const matchMedia = (query: string): MediaQueryList =>
    Object.defineProperty(
      Object.assign(changed, {
        media: query,
        matches: false,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
      'matches',
      { configurable: true, get: () => query === `(prefers-color-scheme: ${current})` },
    )
  return {
    matchMedia,
    set(next: 'light' | 'dark') {
      current = next
      changed.dispatchEvent(new Event('change'))
    },
  }
}

describe('theme', () => {
  const root = document.createElement('div')
  let store: ThemeStore | undefined

  function open(preference: 'light' | 'dark' | undefined) {
    const system = makeSystem(preference)
    store = createThemeStore({ storage: openBrowserStorage(), matchMedia: system.matchMedia, root })
    return { store, system }
  }

  beforeEach(() => localStorage.clear())
  afterEach(() => {
    store?.close()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('stores the choice under a prefixed key containing THEME', () => {
    open('light').store.choose('dark')
    expect(themeStorageKey).toBe('SI-THEME')
    expect(localStorage.getItem('SI-THEME')).toBe('dark')
  })

  it.for(['light', 'dark'] as const)('follows a %s system when there is no stored choice', (preference) => {
    expect(open(preference).store.read()).toEqual({ theme: preference, choice: undefined })
    expect(root.dataset.theme).toBe(preference)
  })

  it('follows changes to the system preference', () => {
    const { store, system } = open('light')
    const listener = vi.fn()
    store.subscribe(listener)
    system.set('dark')
    expect(store.read().theme).toBe('dark')
    expect(root.dataset.theme).toBe('dark')
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('lets a stored choice override the system preference and its changes', () => {
    localStorage.setItem(themeStorageKey, 'light')
    const { store, system } = open('dark')
    expect(store.read()).toEqual({ theme: 'light', choice: 'light' })
    system.set('light')
    system.set('dark')
    expect(root.dataset.theme).toBe('light')
  })

  it('removes the stored value and follows the system again when the choice is cleared', () => {
    const { store } = open('dark')
    store.choose('light')
    store.clearChoice()
    expect(localStorage.getItem(themeStorageKey)).toBeNull()
    expect(store.read()).toEqual({ theme: 'dark', choice: undefined })
  })

  it('is dark when the system preference cannot be read', () => {
    expect(open(undefined).store.read().theme).toBe('dark')
    const none = createThemeStore({ storage: openBrowserStorage(), matchMedia: undefined, root })
    const refusing = createThemeStore({
      storage: openBrowserStorage(),
      matchMedia: () => {
        throw new Error('refused')
      },
      root,
    })
    expect([none.read().theme, refusing.read().theme]).toEqual(['dark', 'dark'])
    none.close()
    refusing.close()
  })

  it('ignores a stored value that is not a theme', () => {
    localStorage.setItem(themeStorageKey, 'purple')
    expect(open('light').store.read()).toEqual({ theme: 'light', choice: undefined })
  })

  it('follows a choice made in another tab', () => {
    const { store } = open('light')
    localStorage.setItem(themeStorageKey, 'dark')
    window.dispatchEvent(new StorageEvent('storage', { key: themeStorageKey }))
    expect(store.read()).toEqual({ theme: 'dark', choice: 'dark' })
  })

  describe('before the first paint', () => {
    function boot(): string | undefined {
      delete document.documentElement.dataset.theme
      new Function(themeBootScript)()
      return document.documentElement.dataset.theme
    }

    it.for(['light', 'dark'] as const)('shows the stored %s theme', (theme) => {
      vi.stubGlobal('matchMedia', makeSystem(theme === 'dark' ? 'light' : 'dark').matchMedia)
      localStorage.setItem(themeStorageKey, theme)
      expect(boot()).toBe(theme)
    })

    it('also finds the stored choice in session storage and in a cookie', () => {
      vi.stubGlobal('matchMedia', makeSystem('light').matchMedia)
      sessionStorage.setItem(themeStorageKey, 'dark')
      expect(boot()).toBe('dark')
      sessionStorage.clear()
      vi.spyOn(document, 'cookie', 'get').mockReturnValue(`other=1; lS_${themeStorageKey}=dark; more=2`)
      expect(boot()).toBe('dark')
    })

    it('follows the system, and is dark when the preference cannot be read', () => {
      vi.stubGlobal('matchMedia', makeSystem('light').matchMedia)
      expect(boot()).toBe('light')
      vi.stubGlobal('matchMedia', undefined)
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new Error('refused')
      })
      expect(boot()).toBe('dark')
    })
  })
})

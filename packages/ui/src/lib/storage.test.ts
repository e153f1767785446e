import { afterEach, describe, expect, it, vi } from 'vitest'
import { openBrowserStorage } from './storage.ts'

function breakStorage(...names: ('localStorage' | 'sessionStorage')[]) {
  for (const name of names) {
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
  }
}

function breakCookies() {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  vi.spyOn(document, 'cookie', 'set').mockReturnValue(undefined)
}

describe('openBrowserStorage', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    localStorage.clear()
    sessionStorage.clear()
  })

  it('uses local storage first', () => {
    const storage = openBrowserStorage()
    storage.setItem('SI-TEST', 'one')
    expect(storage.kind).toBe('local')
    expect(localStorage.getItem('SI-TEST')).toBe('one')
  })

  it('falls back to session storage', () => {
    breakStorage('localStorage')
    const storage = openBrowserStorage()
    storage.setItem('SI-TEST', 'two')
    expect(storage.kind).toBe('session')
    expect(sessionStorage.getItem('SI-TEST')).toBe('two')
  })

  it('falls back to site-wide cookies', () => {
    breakStorage('localStorage', 'sessionStorage')
    const storage = openBrowserStorage()
    storage.setItem('SI-TEST', 'a value; with = signs')
    expect(storage.kind).toBe('cookie')
    expect(document.cookie).toContain('lS_SI-TEST=')
    expect(storage.getItem('SI-TEST')).toBe('a value; with = signs')
    storage.removeItem('SI-TEST')
    expect(storage.getItem('SI-TEST')).toBeNull()
    expect(document.cookie).not.toContain('SI-TEST')
  })

  it('falls back to memory', () => {
    breakStorage('localStorage', 'sessionStorage')
    breakCookies()
    const storage = openBrowserStorage()
    storage.setItem('SI-TEST', 'four')
    expect(storage.kind).toBe('memory')
    expect(storage.getItem('SI-TEST')).toBe('four')
    storage.removeItem('SI-TEST')
    expect(storage.getItem('SI-TEST')).toBeNull()
  })

  it('falls back to memory where reading a cookie throws', () => {
    breakStorage('localStorage', 'sessionStorage')
    vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('The document is sandboxed.', 'SecurityError')
    })
    expect(openBrowserStorage().kind).toBe('memory')
  })

  it('keeps values over the quota in memory and never throws', () => {
    const storage = openBrowserStorage()
    storage.setItem('SI-TEST', 'old')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    storage.setItem('SI-TEST', 'new')
    expect(storage.getItem('SI-TEST')).toBe('new')
  })

  it('returns null for a key that was never stored', () => {
    expect(openBrowserStorage().getItem('SI-NOTHING')).toBeNull()
  })
})

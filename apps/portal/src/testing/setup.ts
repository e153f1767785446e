import { setServerTime } from '@portal/ui/lib/server-clock'
import { themeStore } from '@portal/ui/lib/theme'
import { toastQueue } from '@portal/ui/lib/toast-queue'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { browserPaint } from '../lib/guard/wait-for-paint.ts'
import { pageSession } from '../lib/request/page-session.ts'
import { forgetRequests } from '../lib/request/request-record.ts'
import '../first.css'
import '../lib/styles.css'

// The pages of all workers have the same origin, and would take each other for tabs of one browser. The files that share a page
// share the module that opens the channel, so the class is replaced once for each page.
if (BroadcastChannel.name === 'BroadcastChannel') {
  const page = crypto.randomUUID()
  globalThis.BroadcastChannel = class OwnChannel extends BroadcastChannel {
    constructor(name: string) {
      super(`${page} ${name}`)
    }
  }
}

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  consoleError.mockClear()
  // A navigation would unload the test runner.
  for (const way of ['go', 'replace', 'openTab', 'reload', 'print'] as const) {
    vi.spyOn(browserNavigation, way).mockImplementation(() => {})
  }
  // Otherwise a navigation at the end of a test would continue in the next one.
  vi.spyOn(browserPaint, 'wait').mockResolvedValue()
})

// A test that expects failures reads them with `loggedFailures`.
afterEach(() => {
  const calls = consoleError.mock.calls.map((parts) => parts.map(String).join(' '))
  consoleError.mockClear()
  vi.useRealTimers()
  forgetRequests()
  onlineManager.setOnline(true)
  setServerTime(new Date().toUTCString())
  Object.assign(pageSession, { accountId: undefined, xsrfToken: undefined })
  toastQueue.clear()
  // The page's storage persists between tests.
  themeStore().clearChoice()
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
  expect(calls, 'unexpected console.error').toEqual([])
})

import { account } from '@portal/contract/account/account'
import { toastQueue } from '@portal/ui/lib/toast-queue'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserNavigation } from '../lib/guard/browser-navigation.ts'
import { type FakeApi, fakeApi } from '../testing/fake-api.ts'
import { person } from '../testing/people.ts'
import { watchLeaving } from './watch-leaving.ts'

const card = 'http://localhost:9001/workspaces/W1/go'

interface Leaving {
  url?: string
  sameDocument?: boolean
  downloadRequest?: string | null
}

/** Announces a navigation like the browser does, and returns whether the portal stays open. A real one would unload the tests. */
function leave({ url = card, sameDocument = false, downloadRequest = null }: Leaving = {}): boolean {
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    destination: { url, sameDocument },
    downloadRequest,
  })
  return !navigation.dispatchEvent(event)
}

function watchOffline(): FakeApi {
  const api = fakeApi()
  api.disconnect(account.whoami)
  const report = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const stop = watchLeaving()
  onTestFinished(() => {
    stop()
    report.mockRestore()
  })
  return api
}

const messages = () => toastQueue.visibleToasts.map(({ content }) => content.title)
const keys = () => toastQueue.visibleToasts.map(({ key }) => key)

describe('watchLeaving', () => {
  it('keeps the portal open without a network, and shows one message however often the user tries', async () => {
    const api = watchOffline()
    for (const tries of [1, 2, 3]) {
      const before = keys()
      expect(leave()).toBe(true)
      await expect.poll(keys).not.toEqual(before)
      expect(messages()).toEqual(['You are offline'])
      expect(api.requests(account.whoami)).toHaveLength(tries)
    }
    expect(browserNavigation.go).not.toHaveBeenCalled()
  })

  it('continues if the API responds, because the browser may be wrong, and removes the message', async () => {
    const api = watchOffline()
    leave()
    await expect.poll(messages).toEqual(['You are offline'])
    api.reply(account.whoami, { user: person() })
    leave()
    await expect.poll(() => vi.mocked(browserNavigation.go).mock.calls).toEqual([[card]])
    expect(messages()).toEqual([])
    expect(leave()).toBe(false)
  })

  it.each<[string, Leaving]>([
    ['a page of the portal', { sameDocument: true }],
    ['a mail program', { url: 'mailto:help@example.com' }],
    ['a download', { downloadRequest: 'report.csv' }],
  ])('does not prevent %s', (_what, leaving) => {
    watchOffline()
    expect(leave(leaving)).toBe(false)
  })

  it('prevents nothing with a network', () => {
    const stop = watchLeaving()
    onTestFinished(stop)
    expect(leave()).toBe(false)
  })
})

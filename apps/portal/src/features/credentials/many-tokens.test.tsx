import { tokenClockRefreshMs } from '@portal/contract/limits'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { authToken, renderTokens } from '../../testing/tokens.ts'

const startMs = Date.parse('2024-01-01T00:00:00.000Z')

/** Tokens 1 to 1,000, each newer than the one before. Every tenth is revoked. */
const many = Array.from({ length: 1_000 }, (_, at) =>
  authToken({
    id: `T${at + 1}`,
    name: `Token ${at + 1}`,
    createdAt: new Date(startMs + at * 60_000).toISOString(),
    ...(at % 10 === 0 ? { revokedAt: '2024-12-01T00:00:00.000Z' } : {}),
  }),
)

async function open() {
  const app = await renderTokens(many)
  const active = app.screen.getByRole('grid', { name: 'Active Tokens' })
  await expect.element(active).toBeVisible()
  return { ...app, active, rows: active.getByRole('rowheader') }
}

/** Counts the renders of the newest token's row. Each render formats the token's creation time. */
function countRenders() {
  const format = vi.spyOn(Date.prototype, 'toISOString')
  onTestFinished(() => format.mockRestore())
  const newestMs = Date.parse(many.at(-1)?.createdAt ?? '')
  return () => format.mock.contexts.filter((date) => Number(date) === newestMs).length
}

describe('a page of 1,000 tokens', () => {
  it('shows 25 tokens of each list, newest first, and the next 25 on the next page', async () => {
    const { screen, rows } = await open()
    expect(rows.elements()).toHaveLength(25)
    await expect.element(rows.first()).toMatchTextContent(/Token 1000/)
    const pages = screen.getByRole('navigation', { name: 'Pages of Active Tokens' })
    await expect.element(pages.getByText('1–25 of 900')).toBeVisible()
    await pages.getByRole('button', { name: 'Next page' }).click()
    await expect.element(rows.first()).toMatchTextContent(/Token 973/)
    await expect
      .element(screen.getByRole('navigation', { name: 'Pages of Inactive Tokens' }).getByText('1–25 of 100'))
      .toBeVisible()
  })

  it('counts every token next to the heading', async () => {
    const { screen } = await renderTokens(
      many.map((token) => ({ ...token, revokedAt: '2024-12-01T00:00:00.000Z' })),
    )
    const section = screen.getByRole('region', { name: 'Inactive Tokens' })
    await expect.element(section.getByText('1,000 tokens')).toBeVisible()
  })

  it('finds active and inactive tokens by name', async () => {
    const { screen, rows } = await open()
    await screen.getByRole('searchbox', { name: 'Search tokens...' }).fill('token 99')
    await expect.poll(() => rows.elements()).toHaveLength(10)
    const inactive = screen.getByRole('grid', { name: 'Inactive Tokens' })
    await expect.element(inactive.getByRole('rowheader')).toMatchTextContent(/Token 991/)
  })

  it('shows one message if no token matches, with a button that clears the search', async () => {
    const { screen, rows } = await open()
    const search = screen.getByRole('searchbox', { name: 'Search tokens...' })
    await search.fill('nowhere')
    await expect.element(screen.getByText('No tokens match “nowhere”')).toBeVisible()
    expect(screen.getByRole('grid').elements()).toEqual([])
    await screen.getByText('Clear search').click()
    await expect.poll(() => rows.elements()).toHaveLength(25)
    await expect.element(search).toHaveFocus()
    await expect.element(search).toHaveValue('')
  })

  it('sorts all tokens by a column, not only those of the page', async () => {
    const { screen, rows } = await open()
    await screen
      .getByRole('grid', { name: 'Active Tokens' })
      .getByRole('columnheader', { name: 'Created' })
      .click()
    await expect.element(rows.first()).toMatchTextContent(/Token 2Created/)
  })

  it('does not re-render any token while the user types in the form', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const renders = countRenders()
    const { screen } = await open()
    const before = renders()
    await screen.getByRole('textbox', { name: 'Token Name' }).click()
    await userEvent.keyboard('Nightly deploys')
    await screen.getByRole('textbox', { name: 'Expiration' }).click()
    await userEvent.keyboard('90d')
    await expect.element(screen.getByRole('radio', { name: '90 days' })).toBeChecked()
    expect(before).toBeGreaterThan(0)
    expect(renders()).toBe(before)
  })

  it('does not re-render any token when the clock ticks and no state has changed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const renders = countRenders()
    await open()
    const before = renders()
    expect(before).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(tokenClockRefreshMs)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    expect(renders()).toBe(before)
  })

  it('moves to the revoke button of a row with Tab, and leaves the table after it', async () => {
    const { screen, active } = await open()
    const row = active.getByRole('row', { name: /Token 1000/ })
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    ;(row.element() as HTMLElement).focus()
    const reached: unknown[] = []
    for (let press = 0; press < 5; press += 1) {
      await userEvent.keyboard('{Tab}')
      reached.push(focused())
    }
    expect(reached).toEqual([
      'January 1, 2024',
      'November 6, 2124',
      'Rename Token 1000',
      'Actions for Token 1000',
      'Revoke',
    ])
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focused()).toBe('Actions for Token 1000')
    await userEvent.keyboard('{Tab}{Tab}')
    const pages = screen.getByRole('navigation', { name: 'Pages of Active Tokens' }).element()
    expect(pages.contains(document.activeElement)).toBe(true)
  })
})

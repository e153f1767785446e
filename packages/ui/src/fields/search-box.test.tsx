import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchBox } from './search-box.tsx'

const useFakeTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

/** Types without waiting, because waiting for an element would advance the fake clock. */
function type(input: Element, text: string) {
  if (input instanceof HTMLElement) input.focus()
  document.execCommand('insertText', false, text)
}

function press(input: Element, key: string) {
  input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

it('SearchBox searches 50 ms after the last change', async () => {
  const onSearch = vi.fn()
  const screen = await render(<SearchBox onSearch={onSearch} />)
  const input = screen.getByRole('searchbox', { name: 'search' }).element()
  useFakeTimeouts()
  type(input, 'wo')
  vi.advanceTimersByTime(49)
  type(input, 'rk')
  vi.advanceTimersByTime(49)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSearch.mock.calls).toEqual([['work']])
})

it('SearchBox searches immediately on Enter, and only once', async () => {
  const onSearch = vi.fn()
  const screen = await render(<SearchBox onSearch={onSearch} />)
  const input = screen.getByRole('searchbox').element()
  useFakeTimeouts()
  type(input, 'work')
  press(input, 'Enter')
  expect(onSearch.mock.calls).toEqual([['work']])
  vi.advanceTimersByTime(1_000)
  expect(onSearch).toHaveBeenCalledOnce()
})

it('SearchBox loses focus on Escape and keeps its text', async () => {
  const screen = await render(<SearchBox onSearch={vi.fn()} />)
  const input = screen.getByRole('searchbox')
  await input.fill('work')
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(input).not.toHaveFocus()
  await expect.element(input).toHaveValue('work')
})

it("SearchBox uses 'search' as its default placeholder and the placeholder as its accessible name", async () => {
  const screen = await render(
    <>
      <SearchBox onSearch={vi.fn()} />
      <SearchBox onSearch={vi.fn()} placeholder="Search workspaces..." />
    </>,
  )
  await expect.element(screen.getByPlaceholder('search', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('searchbox', { name: 'Search workspaces...' })).toBeVisible()
})

it('SearchBox clears its text with the clear button and immediately searches for an empty text', async () => {
  const onSearch = vi.fn()
  const screen = await render(<SearchBox onSearch={onSearch} defaultText="work" />)
  await screen.getByRole('button', { name: 'Clear search' }).click()
  expect(onSearch).toHaveBeenLastCalledWith('')
  await expect.element(screen.getByRole('searchbox')).toHaveFocus()
})

it('SearchBox cancels a pending search when it unmounts', async () => {
  const onSearch = vi.fn()
  const screen = await render(<SearchBox onSearch={onSearch} />)
  const input = screen.getByRole('searchbox').element()
  useFakeTimeouts()
  type(input, 'work')
  await screen.unmount()
  vi.advanceTimersByTime(1_000)
  expect(onSearch).not.toHaveBeenCalled()
})

it('SearchBox opens, turns on and resets its filters by keyboard alone, and closes the panel with its button', async () => {
  const longName = 'A filter whose name goes on and on and on, far too long'
  function Filtered() {
    const [active, setActive] = useState<string[]>([])
    return (
      <SearchBox
        onSearch={vi.fn()}
        filters={[
          { id: 'own', name: 'Mine', count: 1_003 },
          { id: 'long', name: longName },
        ]}
        activeFilterIds={active}
        onActiveFilterIdsChange={setActive}
      />
    )
  }
  const screen = await render(<Filtered />)
  expect(screen.getByRole('group', { name: 'Filters' }).query()).toBeNull()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Filters', expanded: true })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('button', { name: 'Mine 1,003', pressed: true })).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByText(`${longName.slice(0, 40)}...`, { exact: true })).toBeVisible()
  await userEvent.keyboard(' ')
  await expect.poll(() => screen.getByRole('button', { pressed: true }).elements()).toHaveLength(2)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.getByRole('button', { pressed: true }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'Filters' }).click()
  await expect.element(screen.getByRole('group', { name: 'Filters' })).not.toBeInTheDocument()
})

it('SearchBox takes the direction of its text from the script', async () => {
  const screen = await render(<SearchBox onSearch={() => {}} defaultText="مستودع" />)
  expect(getComputedStyle(screen.getByRole('searchbox').element()).direction).toBe('rtl')
})

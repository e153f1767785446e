import { beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Truncate } from './truncate.tsx'

const long = 'many words that go on and on '.repeat(20).trim()

function Narrow({ children }: { children: React.ReactNode }) {
  return (
    <div data-testid="box" style={{ width: 200, fontSize: 14, lineHeight: '20px' }}>
      {children}
    </div>
  )
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
})

it('Truncate cuts text to one line, or to the number of lines of lineClamp', async () => {
  for (const lines of [undefined, 2, 3, 4, 5] as const) {
    const screen = await render(
      <Narrow>
        <Truncate lineClamp={lines}>{long}</Truncate>
      </Narrow>,
    )
    expect(screen.getByText(long).element().getBoundingClientRect().height).toBe((lines ?? 1) * 20)
    await screen.unmount()
  }
})

it('Truncate checks for overflow every second', async () => {
  const screen = await render(
    <Narrow>
      <Truncate isExpandable>A few words</Truncate>
    </Narrow>,
  )
  expect(screen.getByRole('button').query()).toBeNull()
  const box = screen.getByTestId('box').element()
  if (box instanceof HTMLElement) box.style.width = '20px'
  vi.advanceTimersByTime(999)
  expect(screen.getByRole('button').query()).toBeNull()
  vi.advanceTimersByTime(1)
  await expect.element(screen.getByRole('button', { name: 'A few words' })).toBeVisible()
  if (box instanceof HTMLElement) box.style.width = '200px'
  vi.advanceTimersByTime(1_000)
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

it('Truncate shows the full text on keyboard focus', async () => {
  const screen = await render(
    <Narrow>
      <Truncate>{long}</Truncate>
    </Narrow>,
  )
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent(long)
})

it('Truncate is not a tab stop while its text fits', async () => {
  const screen = await render(
    <Narrow>
      <Truncate>Short</Truncate>
      <button type="button">next</button>
    </Narrow>,
  )
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'next' })).toHaveFocus()
})

it('Truncate expands and collapses by keyboard, with "Click to expand" and "Click to collapse"', async () => {
  const screen = await render(
    <Narrow>
      <Truncate lineClamp={2} isExpandable>
        {long}
      </Truncate>
    </Narrow>,
  )
  const button = screen.getByRole('button')
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to expand')
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  expect(button.element().getBoundingClientRect().height).toBeGreaterThan(100)
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Click to collapse')
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

it('Truncate takes its direction from its text and stays aligned with its surroundings', async () => {
  const name = 'مساحة العمل (1)'
  const screen = await render(
    <Narrow>
      <Truncate>{name}</Truncate>
    </Narrow>,
  )
  const { direction, textAlign } = getComputedStyle(screen.getByText(name).element())
  expect(direction).toBe('rtl')
  expect(textAlign).toBe('left')
})

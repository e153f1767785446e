import type {} from '@vitest/browser-playwright'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Timestamp } from './timestamp.tsx'

const now = new Date(2024, 7, 14, 15, 4, 5)

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
})

it('Timestamp refreshes a relative time every 60 seconds while isRefreshing is true', async () => {
  const screen = await render(<Timestamp date={new Date(now.getTime() - 120_000)} isRelative isRefreshing />)
  await expect.element(screen.getByText('2 minutes ago')).toBeVisible()
  vi.advanceTimersByTime(59_999)
  await expect.element(screen.getByText('2 minutes ago')).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(screen.getByText('3 minutes ago')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(screen.getByText('4 minutes ago')).toBeVisible()
})

it('Timestamp shows the exact time on hover', async () => {
  const screen = await render(<Timestamp date={new Date(2024, 7, 3, 9, 3, 7)} />)
  await userEvent.hover(screen.getByText('August 3, 2024'))
  vi.advanceTimersByTime(350)
  await expect
    .element(screen.getByRole('tooltip'))
    .toHaveTextContent('Saturday August 3rd, 2024 at 9:03:07 AM')
  await userEvent.unhover(screen.getByText('August 3, 2024'))
  vi.advanceTimersByTime(150)
  await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument()
})

it('Timestamp shows the exact time on keyboard focus until Escape is pressed', async () => {
  const screen = await render(<Timestamp date={new Date(2024, 7, 3, 9, 3, 7)} />)
  await userEvent.tab()
  await expect
    .element(screen.getByRole('tooltip'))
    .toHaveTextContent('Saturday August 3rd, 2024 at 9:03:07 AM')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument()
})

it('Timestamp shows the UTC day to a user in another time zone when isUtc is true', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' })
  onTestFinished(async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })
  })
  vi.setSystemTime('2024-08-14T12:00:00.000Z')
  const screen = await render(
    <>
      <Timestamp date="2024-08-13T23:59:59.000Z" size="mini" />
      <Timestamp date="2024-08-13T23:59:59.000Z" size="mini" isUtc />
      <Timestamp date="2024-08-14T09:03:07.000Z" size="mini" isUtc />
    </>,
  )
  const texts = [...screen.container.querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(texts).toEqual(['8/14/2024', '8/13/2024', 'Today at 9:03:07 AM'])
  await userEvent.hover(screen.getByText('8/13/2024'))
  vi.advanceTimersByTime(350)
  await expect
    .element(screen.getByRole('tooltip'))
    .toHaveTextContent('Tuesday August 13th, 2024 at 11:59:59 PM UTC')
})

it('Timestamp sets dateTime in UTC and renders nothing for an invalid date', async () => {
  const screen = await render(
    <>
      <Timestamp date="2024-08-03T07:03:07.000Z" />
      <Timestamp date="never" />
    </>,
  )
  const times = screen.container.querySelectorAll('time')
  expect([...times].map(({ dateTime }) => dateTime)).toEqual(['2024-08-03T07:03:07.000Z'])
})

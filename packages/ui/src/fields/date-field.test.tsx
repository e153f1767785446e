import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DateField } from './date-field.tsx'

it('DateField normalizes a typed date to YYYY-MM-DD when it loses focus', async () => {
  const onChange = vi.fn()
  const screen = await render(<DateField label="Start date" onChange={onChange} />)
  await userEvent.tab()
  await userEvent.keyboard('2024/8/4')
  await userEvent.tab()
  await expect.element(screen.getByRole('textbox', { name: 'Start date' })).toHaveValue('2024-08-04')
  expect(onChange).toHaveBeenLastCalledWith('2024-08-04')
})

it('DateField shows an error for a date that does not exist or is out of range', async () => {
  const screen = await render(<DateField label="Start date" min="2024-01-01" max="2024-12-31" />)
  const input = screen.getByRole('textbox', { name: 'Start date' })
  for (const wrong of ['2023-02-29', 'soon', '2025-01-01']) {
    await input.fill(wrong)
    await userEvent.tab()
    await expect.element(screen.getByText('This field is invalid')).toBeVisible()
    await input.fill('2024-02-29')
    await expect.element(screen.getByText('This field is invalid')).not.toBeInTheDocument()
  }
})

it('DateField lets keyboard users choose a day from the calendar', async () => {
  const screen = await render(<DateField label="Start date" defaultValue="2024-08-14" />)
  await userEvent.tab()
  await userEvent.tab()
  await expect
    .element(screen.getByRole('button', { name: 'Choose Start date from a calendar' }))
    .toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: 'Start date' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /August 14, 2024/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('textbox', { name: 'Start date' })).toHaveValue('2024-08-22')
  await expect
    .element(screen.getByRole('button', { name: 'Choose Start date from a calendar' }))
    .toHaveFocus()
})

it('DateField shows the error of a day chosen from the calendar even if the input was never focused', async () => {
  const screen = await render(
    <DateField label="Start date" defaultValue="2024-08-14" validate={() => 'Choose another day'} />,
  )
  expect(screen.getByText('Choose another day').query()).toBeNull()
  await screen.getByRole('button', { name: 'Choose Start date from a calendar' }).click()
  await screen.getByRole('button', { name: /August 22, 2024/ }).click()
  await expect.element(screen.getByText('Choose another day')).toBeVisible()
})

it('DateField scrolls the calendar in a window that is too low for it', async () => {
  await page.viewport(720, 240)
  onTestFinished(() => page.viewport(1280, 800))
  const screen = await render(<DateField label="Start date" defaultValue="2024-08-14" />)
  await screen.getByRole('button', { name: 'Choose Start date from a calendar' }).click()
  await expect.element(screen.getByRole('grid')).toBeVisible()
  const calendar = screen.getByRole('dialog').element().parentElement as HTMLElement
  expect(calendar.scrollHeight).toBeGreaterThan(calendar.clientHeight)
  expect(calendar).toHaveStyle({ overflowY: 'auto' })
})

it('DateField aligns the calendar with the frame of the input', async () => {
  const screen = await render(
    <div style={{ padding: 40 }}>
      <DateField label="Start date" />
    </div>,
  )
  await screen.getByRole('button', { name: 'Choose Start date from a calendar' }).click()
  const frame = screen
    .getByRole('textbox', { name: 'Start date', includeHidden: true })
    .element().parentElement
  const calendar = screen.getByRole('dialog').element().parentElement
  await expect.poll(() => calendar?.getBoundingClientRect().left).toBe(frame?.getBoundingClientRect().left)
})

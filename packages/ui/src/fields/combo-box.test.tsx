import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ComboBox } from './combo-box.tsx'

const countries = [
  { value: 'AT', label: 'Austria' },
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
]

/** Resolves after the browser has rendered a frame, because it dispatches scroll events once per frame. */
const nextFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

it('ComboBox filters its options as the user types and restores the selected text on blur', async () => {
  const onChange = vi.fn()
  const screen = await render(<ComboBox label="Country" options={countries} isRequired onChange={onChange} />)
  const input = screen.getByRole('combobox', { name: 'Country' })
  await userEvent.tab()
  await userEvent.keyboard('zea')
  await expect.element(screen.getByRole('option', { name: 'New Zealand' })).toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('New Zealand')
  expect(onChange).toHaveBeenLastCalledWith('NZ')
  await input.fill('nowhere')
  await expect.element(screen.getByText('Nothing found')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.tab()
  await expect.element(input).toHaveValue('New Zealand')
})

it('ComboBox as wide as the window keeps its list inside the window and open while the arrow keys move through it', async () => {
  const screen = await render(<ComboBox label="Country" options={countries} />)
  const input = screen.getByRole('combobox', { name: 'Country' })
  await userEvent.tab()
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  const page = document.documentElement
  expect(page.scrollWidth).toBe(page.clientWidth)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await nextFrame()
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  const focused = screen.getByRole('option', { name: 'Australia' }).element().id
  await expect.element(input).toHaveAttribute('aria-activedescendant', focused)
})

it('ComboBox keeps the typed text when scrolling the page closes its list', async () => {
  const screen = await render(
    <>
      <ComboBox label="Country" options={countries} />
      <div style={{ height: '300vh' }} />
    </>,
  )
  const input = screen.getByRole('combobox', { name: 'Country' })
  await userEvent.tab()
  await userEvent.keyboard('ze')
  await expect.element(screen.getByRole('option', { name: 'New Zealand' })).toBeVisible()
  window.scrollTo(0, 20)
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(input).toHaveValue('ze')
  await userEvent.keyboard('a')
  await expect.element(screen.getByRole('option', { name: 'New Zealand' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('New Zealand')
})

it('ComboBox has a list that is exactly as wide as its frame', async () => {
  const screen = await render(
    <div style={{ width: 300 }}>
      <ComboBox label="Country" options={countries} />
    </div>,
  )
  await userEvent.tab()
  const list = screen.getByRole('listbox').element().parentElement
  await expect.poll(() => list?.getBoundingClientRect().width).toBe(300)
})

it('ComboBox stays empty when the user clears it after closing its list, and the new value arrives later', async () => {
  const onChange = vi.fn()
  const fieldOf = (value: string | null) => (
    <ComboBox label="Country" options={countries} value={value} onChange={onChange} />
  )
  const screen = await render(fieldOf('NZ'))
  const input = screen.getByRole('combobox', { name: 'Country' })
  await screen.getByRole('button').click()
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await input.fill('')
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  await screen.rerender(fieldOf(null))
  await userEvent.tab()
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(input).toHaveValue('')
  expect(onChange.mock.calls).toEqual([[null]])
})

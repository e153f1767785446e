import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SegmentedControl } from './segmented-control.tsx'

const options = [
  { value: '7d', label: '7 days' },
  { value: '1y', label: '1 year' },
] as const

it('SegmentedControl marks the selected option, and keeps it when it is pressed again', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <SegmentedControl label="Common expirations" options={options} value="7d" onChange={onChange} />,
  )
  const [week, year] = [
    screen.getByRole('radio', { name: '7 days' }),
    screen.getByRole('radio', { name: '1 year' }),
  ]
  await expect.element(week).toBeChecked()
  await week.click()
  expect(onChange).not.toHaveBeenCalled()
  await year.click()
  expect(onChange).toHaveBeenCalledExactlyOnceWith('1y')
  await screen.rerender(
    <SegmentedControl label="Common expirations" options={options} value={undefined} onChange={onChange} />,
  )
  await expect.element(week).not.toBeChecked()
})

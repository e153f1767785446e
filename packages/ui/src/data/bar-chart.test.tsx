import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BarChart } from './bar-chart.tsx'

const chart = (
  <BarChart
    label="Signups by day"
    labelHeader="Day"
    valueHeader="Signups"
    bars={[
      { label: '2024-08-12', value: 3 },
      { label: '2024-08-13', value: 1_200 },
      { label: '2024-08-14', value: 0 },
    ]}
  />
)

it('BarChart is a single image to screen readers, named with its highest value, below a round end of the scale', async () => {
  const screen = await render(chart)
  await expect
    .element(screen.getByRole('img', { name: 'Signups by day. Highest: 2024-08-13 (1,200).' }))
    .toBeVisible()
  await expect.element(screen.getByText('2,000', { exact: true })).toBeVisible()
})

it('BarChart names no bar as the highest when every value is 0', async () => {
  const screen = await render(
    <BarChart
      label="Signups by day"
      labelHeader="Day"
      valueHeader="Signups"
      bars={[{ label: '2024-08-12', value: 0 }]}
    />,
  )
  await expect.element(screen.getByRole('img', { name: 'Signups by day. All values are 0.' })).toBeVisible()
})

it('BarChart shows the value of the bar under the pointer', async () => {
  const screen = await render(chart)
  const picture = screen.getByRole('img')
  await expect.element(screen.getByText('Highest: 2024-08-13 (1,200)')).toBeVisible()
  await userEvent.hover(picture, { position: { x: 5, y: 20 } })
  await expect.element(screen.getByText('2024-08-12: 3')).toBeVisible()
})

it('BarChart shows its numbers as a table by keyboard', async () => {
  const screen = await render(chart)
  screen.getByRole('button', { name: 'Show the numbers' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const table = screen.getByRole('table', { name: 'Signups by day' })
  await expect.element(table.getByRole('row', { name: '2024-08-13 1,200' })).toBeVisible()
  await expect.element(table.getByRole('columnheader', { name: 'Signups' })).toBeVisible()
})

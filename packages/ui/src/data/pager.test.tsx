import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Pager, usePages } from './pager.tsx'

function List({ count, search = '' }: { count: number; search?: string }) {
  const { rows, pager } = usePages(
    Array.from({ length: count }, (_, at) => `row ${at + 1}`),
    25,
    search,
  )
  return (
    <>
      <p>{rows[0]}</p>
      <Pager label="Rows" {...pager} />
    </>
  )
}

it('Pager moves between pages, and keeps the focus on its button at the last page', async () => {
  const screen = await render(<List count={1_060} />)
  await expect.element(screen.getByText('1–25 of 1,060')).toBeVisible()
  const [previous, next] = [
    screen.getByRole('button', { name: 'Previous page' }),
    screen.getByRole('button', { name: 'Next page' }),
  ]
  await expect.element(previous).toHaveAccessibleDescription('This is the first page')
  await next.click()
  await expect.element(screen.getByText('row 26')).toBeVisible()
  await screen.rerender(<List count={60} />)
  await next.click()
  await expect.element(screen.getByText('51–60 of 60')).toBeVisible()
  await expect.element(next).toHaveFocus()
  await expect.element(next).toHaveAccessibleDescription('This is the last page')
  await previous.click()
  await expect.element(screen.getByText('row 26')).toBeVisible()
})

it('Pager returns to the first page after a search, and to the last page when rows are removed', async () => {
  const screen = await render(<List count={80} />)
  const next = screen.getByRole('button', { name: 'Next page' })
  for (const shown of ['row 26', 'row 51', 'row 76']) {
    await next.click()
    await expect.element(screen.getByText(shown, { exact: true })).toBeVisible()
  }
  await screen.rerender(<List count={70} />)
  await expect.element(screen.getByText('51–70 of 70')).toBeVisible()
  await screen.rerender(<List count={40} search="a" />)
  await expect.element(screen.getByText('1–25 of 40')).toBeVisible()
  await screen.rerender(<List count={80} />)
  await expect.element(screen.getByText('1–25 of 80')).toBeVisible()
})

it('Pager is hidden while the list fits on one page', async () => {
  const screen = await render(<List count={25} />)
  await expect.element(screen.getByText('row 1')).toBeVisible()
  expect(screen.getByRole('navigation').query()).toBeNull()
})

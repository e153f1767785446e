import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { Table, type TableColumn } from './table.tsx'

interface Fruit {
  name: string
  count: number
}

const fruits: Fruit[] = [
  { name: 'Pear', count: 10 },
  { name: 'apple', count: 9 },
  { name: 'Fig', count: 100 },
]

const columns: TableColumn<Fruit>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortValue: ({ name }) => name },
  {
    id: 'count',
    header: 'Count',
    cell: ({ count }) => count,
    sortValue: ({ count }) => count,
    align: 'right',
  },
]

const shown = (screen: Awaited<ReturnType<typeof render>>) =>
  screen
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)

const rowKey = ({ name }: Fruit) => name

it('Table keeps the given order, and sorts ascending, then descending, when a header is clicked', async () => {
  const screen = await render(<Table label="Fruits" columns={columns} rows={fruits} rowKey={rowKey} />)
  const header = screen.getByRole('columnheader', { name: 'Count' })
  expect(shown(screen)).toEqual(['Pear', 'apple', 'Fig'])
  await header.click()
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  expect(shown(screen)).toEqual(['apple', 'Pear', 'Fig'])
  await header.click()
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  expect(shown(screen)).toEqual(['Fig', 'Pear', 'apple'])
})

it('Table can be sorted, navigated and used by keyboard alone', async () => {
  const onEat = vi.fn()
  const withButtons: TableColumn<Fruit>[] = [
    ...columns,
    {
      id: 'eat',
      header: 'Eat',
      isHeaderHidden: true,
      cell: ({ name }) => <Button onPress={() => onEat(name)}>Eat {name}</Button>,
    },
  ]
  const screen = await render(<Table label="Fruits" columns={withButtons} rows={fruits} rowKey={rowKey} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowUp}{ArrowRight}{Enter}')
  await expect.element(screen.getByRole('columnheader', { name: 'Count' })).toHaveFocus()
  expect(shown(screen)).toEqual(['apple', 'Pear', 'Fig'])
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(screen.getByRole('button', { name: 'Eat apple' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onEat).toHaveBeenCalledExactlyOnceWith('Pear')
})

it('Table truncates long values and shows the full value on keyboard focus', async () => {
  const long = 'a value that is far too long for its column '.repeat(4).trim()
  const screen = await render(
    <div style={{ width: 320 }}>
      <Table
        label="Values"
        columns={[
          { id: 'id', header: 'Id', cell: () => '1' },
          { id: 'value', header: 'Value', cell: () => long, isTruncated: true },
        ]}
        rows={[{}]}
        rowKey={() => 'only'}
      />
    </div>,
  )
  const cell = screen.getByRole('gridcell')
  await expect.element(cell).toBeVisible()
  expect(cell.element().getBoundingClientRect().width).toBeLessThan(320)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent(long)
})

it('Table shows its empty state when there are no rows', async () => {
  const screen = await render(
    <Table label="Fruits" columns={columns} rows={[]} rowKey={rowKey} emptyState="No fruit today." />,
  )
  await expect.element(screen.getByText('No fruit today.')).toBeVisible()
})

import axe from 'axe-core'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { ComboBox } from '../fields/combo-box.tsx'
import { DateField } from '../fields/date-field.tsx'
import { SearchBox } from '../fields/search-box.tsx'
import { Select } from '../fields/select.tsx'
import { DropdownMenu, type MenuItem } from '../menus/dropdown-menu.tsx'

const options = ['Austria', 'Belgium', 'Croatia'].map((label) => ({ value: label, label }))

const rows: MenuItem[] = [
  { label: 'Austria', icon: 'user' },
  { label: 'Belgium', icon: 'list' },
  { label: 'Croatia', isDanger: true },
]

const menu = <DropdownMenu trigger={<Button>Open</Button>} items={rows} />
const submenu = <DropdownMenu trigger={<Button>Open</Button>} items={[{ label: 'Country', items: rows }]} />

const filters = ['Austria', 'Belgium', 'Croatia'].map((name) => ({ id: name, name }))

interface Overlay {
  element: ReactElement
  /** Opens the overlay. */
  open: () => Promise<void>
  /** The key that moves the focus to the next row. */
  next: string
  row: (name: string) => Locator
  names: [focused: string, hovered: string, plain: string]
}

const tabAndPress = (keys: string) => async () => {
  await userEvent.tab()
  await userEvent.keyboard(keys)
}

const named = (role: 'menuitem' | 'option' | 'button') => (name: string) =>
  page.getByRole(role, { name: new RegExp(`^${name}`) })

const countries: Overlay['names'] = ['Belgium', 'Croatia', 'Austria']

const overlays: Record<string, Overlay> = {
  menu: {
    element: menu,
    open: tabAndPress('{Enter}'),
    next: '{ArrowDown}',
    row: named('menuitem'),
    names: countries,
  },
  submenu: {
    element: submenu,
    open: async () => {
      await tabAndPress('{Enter}')()
      await expect.element(page.getByRole('menuitem', { name: 'Country' })).toHaveFocus()
      await userEvent.keyboard('{ArrowRight}')
    },
    next: '{ArrowDown}',
    row: named('menuitem'),
    names: countries,
  },
  select: {
    element: <Select label="Country" options={options} />,
    open: tabAndPress('{Enter}'),
    next: '{ArrowDown}',
    row: named('option'),
    names: countries,
  },
  'combo box': {
    element: <ComboBox label="Country" options={options} />,
    open: tabAndPress('{ArrowDown}'),
    next: '{ArrowDown}',
    row: named('option'),
    names: countries,
  },
  calendar: {
    element: <DateField label="Day" defaultValue="2024-08-14" />,
    open: async () => {
      await userEvent.tab()
      await userEvent.tab()
      await userEvent.keyboard('{Enter}')
    },
    next: '{ArrowRight}',
    row: named('button'),
    names: ['Thursday, August 15', 'Friday, August 16', 'Saturday, August 17'],
  },
  'filter panel': {
    element: <SearchBox label="Search" filters={filters} onSearch={() => {}} />,
    open: async () => {
      await page.getByRole('button', { name: 'Filters' }).click()
    },
    next: '{Tab}',
    row: named('button'),
    names: countries,
  },
}

const background = (row: Locator) => getComputedStyle(row.element()).backgroundColor

/** Presses a key until the row has the focus or is the active descendant. */
async function moveFocusTo(row: Locator, key: string) {
  const hasFocus = () => row.element().matches('[data-focused]')
  for (let presses = 0; presses < 5 && !hasFocus(); presses++) await userEvent.keyboard(key)
  await expect.poll(hasFocus).toBe(true)
}

async function findViolations() {
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const { violations } = await axe.run(document.body, { rules })
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  )
}

describe.each(['light', 'dark'])('overlays in the %s theme', (theme) => {
  it.each(Object.entries(overlays))(
    'the %s highlights its hovered and focused rows with sufficient text contrast',
    async (_kind, { element, open, next, row, names }) => {
      document.documentElement.dataset.theme = theme
      await render(element)
      await open()
      const [focused, hovered, plain] = names.map(row) as [Locator, Locator, Locator]
      await expect.element(plain).toBeVisible()
      const plainBackground = background(hovered)

      await moveFocusTo(focused, next)
      await expect.poll(() => background(focused)).not.toBe(plainBackground)
      expect(getComputedStyle(focused.element()).outlineWidth).toBe('2px')
      expect(background(plain)).toBe(plainBackground)
      expect(await findViolations()).toEqual([])

      await hovered.hover()
      await expect.poll(() => background(hovered)).not.toBe(plainBackground)
      expect(background(plain)).toBe(plainBackground)
      expect(await findViolations()).toEqual([])
    },
  )
})

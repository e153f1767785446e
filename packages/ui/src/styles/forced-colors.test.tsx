import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { SegmentedControl } from '../buttons/segmented-control.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { Toasts } from '../feedback/toasts.tsx'
import { SearchFilters } from '../fields/search-filters.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { showToast, toastQueue } from '../lib/toast-queue.ts'
import { DropdownMenu } from '../menus/dropdown-menu.tsx'
import { Modal } from '../overlays/modal.tsx'
import { forceColors } from '../testing/force-colors.ts'

afterEach(() => toastQueue.clear())

/** The color that a system color name has now. */
function systemColor(name: string): string {
  const sample = document.createElement('hr')
  sample.style.backgroundColor = name
  document.body.append(sample)
  const { backgroundColor } = getComputedStyle(sample)
  sample.remove()
  return backgroundColor
}

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor

interface Surface {
  element: ReactElement
  open?: () => unknown
  find: () => Element | null | undefined
}

const surfaces: Record<string, Surface> = {
  modal: {
    element: <Modal title="Delete?" isOpen />,
    find: () => page.getByRole('dialog').query()?.parentElement,
  },
  menu: {
    element: <DropdownMenu trigger={<Button>Open</Button>} items={[{ label: 'Settings' }]} />,
    open: () => page.getByRole('button', { name: 'Open' }).click(),
    find: () => page.getByRole('menu').query()?.closest('.shadow-overlay'),
  },
  tooltip: {
    element: <IconButton icon="x" label="Close" />,
    open: () => userEvent.tab(),
    find: () => page.getByRole('tooltip').query(),
  },
  toast: {
    element: <Toasts />,
    open: () => showToast('Saved'),
    find: () => page.getByRole('alertdialog').query(),
  },
}

describe('When the system forces its colors', () => {
  it.each(Object.entries(surfaces))('a %s has an edge in place of its shadow', async (_, surface) => {
    await forceColors()
    await render(surface.element)
    await surface.open?.()
    const borderWidth = () => {
      const element = surface.find()
      return element && getComputedStyle(element).borderTopWidth
    }
    await expect.poll(borderWidth).toBe('1px')
  })

  it('selected tabs, filters and segments have the color of a selection, and others do not', async () => {
    await forceColors()
    const items = ['One', 'Two'].map((label) => ({ id: label, label, content: label }))
    const expiries = [
      { value: '7d', label: '7 days' },
      { value: '1y', label: '1 year' },
    ]
    const filters = ['Mine', 'Shared'].map((name) => ({ id: name, name }))
    const screen = await render(
      <>
        <Tabs label="Sections" items={items} />
        <SearchFilters filters={filters} activeIds={['Mine']} onChange={() => {}} />
        <SegmentedControl label="Expiry" options={expiries} value="7d" onChange={() => {}} />
      </>,
    )
    const backgroundNamed = (role: 'tab' | 'button' | 'radio', name: string) => () =>
      backgroundOf(screen.getByRole(role, { name }).element())
    const selection = systemColor('Highlight')
    await expect.poll(backgroundNamed('tab', 'One')).toBe(selection)
    await expect.poll(backgroundNamed('button', 'Mine')).toBe(selection)
    await expect.poll(backgroundNamed('radio', '7 days')).toBe(selection)
    expect(backgroundNamed('radio', '1 year')()).not.toBe(selection)
    expect(backgroundNamed('tab', 'Two')()).not.toBe(selection)
    expect(backgroundNamed('button', 'Shared')()).not.toBe(selection)
  })

  it('the progress of a progress bar is visible', async () => {
    await forceColors()
    const screen = await render(<ProgressBar label="Uploading" value={1} max={4} />)
    const fill = screen.container.querySelector('[style*="width"]')
    expect(fill && backgroundOf(fill)).toBe(systemColor('CanvasText'))
  })
})

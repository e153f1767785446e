import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { browserStorage } from '../lib/storage.ts'
import { ResizablePanel } from './resizable-panel.tsx'

afterEach(() => browserStorage().removeItem('test-panel'))

const panel = (
  <ResizablePanel label="Outline" defaultSizePixels={200} minSizePixels={100} maxSizePixels={400}>
    <div style={{ height: 160 }}>text</div>
  </ResizablePanel>
)

it('ResizablePanel can be resized by keyboard alone, within its limits', async () => {
  const screen = await render(panel)
  const edge = screen.getByRole('separator', { name: 'Resize Outline' })
  await userEvent.tab()
  await expect.element(edge).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', '208')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', '400')
  expect(screen.getByRole('region').element().getBoundingClientRect().width).toBe(400)
})

it('ResizablePanel can be resized by dragging its edge and reset by double-clicking it', async () => {
  const screen = await render(panel)
  const edge = screen.getByRole('separator').element()
  const point = (type: string, clientX: number) =>
    edge.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerId: 1 }))
  edge.setPointerCapture = () => undefined
  point('pointerdown', 200)
  await expect.element(screen.getByRole('separator')).toHaveClass('after:bg-focus')
  point('pointermove', 260)
  await expect.element(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '260')
  point('pointerup', 260)
  await screen.getByRole('separator').dblClick()
  await expect.element(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '200')
})

it('ResizablePanel restores its width from the given storage key', async () => {
  const remembering = (
    <ResizablePanel label="Outline" defaultSizePixels={200} storageKey="test-panel">
      text
    </ResizablePanel>
  )
  const first = await render(remembering)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(first.getByRole('separator')).toHaveAttribute('aria-valuenow', '208')
  await first.unmount()
  const second = await render(remembering)
  await expect.element(second.getByRole('separator')).toHaveAttribute('aria-valuenow', '208')
})

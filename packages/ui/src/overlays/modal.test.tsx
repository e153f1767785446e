import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../buttons/button.tsx'
import { Modal } from './modal.tsx'

function Opened() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <Modal title="Token Generated" footer={<Button>Copy</Button>} isOpen={isOpen} onOpenChange={setOpen}>
        Shown once.
      </Modal>
    </>
  )
}

describe('Modal', () => {
  it('opens, traps the focus, closes with Escape and restores the focus by keyboard alone', async () => {
    const screen = await render(<Opened />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: 'Token Generated' })
    await expect.element(dialog).toBeVisible()
    const visited = new Set<string>()
    for (let press = 0; press < 5; press++) {
      await userEvent.tab()
      expect(dialog.element().contains(document.activeElement)).toBe(true)
      visited.add(
        document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      )
    }
    expect(visited).toEqual(new Set(['Close', 'Copy']))
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it('closes with its close button and on an outside click', async () => {
    const onOpenChange = vi.fn()
    const screen = await render(<Modal title="Invite" isOpen onOpenChange={onOpenChange} />)
    await screen.getByRole('button', { name: 'Close' }).click()
    expect(onOpenChange).toHaveBeenLastCalledWith(false)
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
    expect(onOpenChange).toHaveBeenCalledTimes(2)
  })

  it('has no close button and ignores Escape and outside clicks when isDismissable is false', async () => {
    const onOpenChange = vi.fn()
    const screen = await render(
      <Modal
        title="Please refresh your browser"
        role="alertdialog"
        isOpen
        isDismissable={false}
        onOpenChange={onOpenChange}
        footer={<Button>Refresh</Button>}
      />,
    )
    await expect.element(screen.getByRole('alertdialog')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  it('comes in sizes from sm to 7xl', async () => {
    const sizes = ['sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl', '7xl'] as const
    const widths = []
    for (const size of sizes) {
      const { unmount } = await render(<Modal title="Wide" size={size} isOpen />)
      const panel = page.getByRole('dialog').element().parentElement
      widths.push(panel && getComputedStyle(panel).maxWidth)
      await unmount()
    }
    expect(widths).toEqual([384, 448, 512, 576, 672, 768, 896, 1024, 1152, 1280].map((px) => `${px}px`))
  })

  it('darkens the page once when another modal opens above it', async () => {
    const screen = await render(
      <>
        <Modal title="Delete workspace" isOpen />
        <Modal title="Confirm it's you" isOpen />
      </>,
    )
    const scrimColor = (title: string) => {
      const dialog = page
        .elementLocator(document.body)
        .getByRole('dialog', { name: title, includeHidden: true })
      return getComputedStyle(dialog.element().closest('.modal-scrim') as Element).backgroundColor
    }
    await expect.element(screen.getByRole('dialog', { name: "Confirm it's you" })).toBeVisible()
    expect(scrimColor('Delete workspace')).toBe('rgba(0, 0, 0, 0)')
    expect(scrimColor("Confirm it's you")).not.toBe('rgba(0, 0, 0, 0)')
  })

  it('lets keyboard users focus content that has to be scrolled', async () => {
    const screen = await render(
      <Modal title="Terms" isOpen>
        <p style={{ height: 3000 }}>long</p>
      </Modal>,
    )
    const body = screen.getByRole('group', { name: 'Terms' })
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(body).toHaveFocus()
  })
})

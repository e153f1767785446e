import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeBlock } from './code-block.tsx'

it('is js unless it says otherwise', async () => {
  const screen = await render(
    <>
      <CodeBlock code="const a = 1" />
      <CodeBlock code="let b: 2" language="klingon" />
    </>,
  )
  await expect.element(screen.getByText('const', { exact: true })).toHaveClass('text-danger-text')
  await expect.element(screen.getByText('let b: 2', { exact: true })).toBeVisible()
})

it('is highlighted anew when its code changes', async () => {
  const screen = await render(<CodeBlock code="const a = 1" />)
  await expect.element(screen.getByText('const', { exact: true })).toBeVisible()
  await screen.rerender(<CodeBlock code="return 2" />)
  await expect.element(screen.getByText('return', { exact: true })).toHaveClass('text-danger-text')
})

it('is scrolled by keyboard when a line is longer than its box', async () => {
  const screen = await render(<CodeBlock code={`'${'x'.repeat(2_000)}'`} />)
  const box = screen.getByRole('group', { name: 'Code' })
  await expect.element(box).toBeInTheDocument()
  await userEvent.tab()
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => box.element().scrollLeft).toBeGreaterThan(0)
})

it('shows a million characters in plain, without colouring them', async () => {
  const screen = await render(<CodeBlock code={'const a = 1\n'.repeat(83_334)} />)
  const code = screen.container.querySelector('code')
  expect(code?.textContent).toHaveLength(83_334 * 12 - 1)
  expect(code?.childElementCount).toBe(0)
})

import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CodeBlock } from './code-block.tsx'

it('CodeBlock highlights code as js by default and shows an unknown language as plain text', async () => {
  const screen = await render(
    <>
      <CodeBlock code="const a = 1" />
      <CodeBlock code="let b: 2" language="klingon" />
    </>,
  )
  await expect.element(screen.getByText('const', { exact: true })).toHaveClass('text-danger-text')
  await expect.element(screen.getByText('let b: 2', { exact: true })).toBeVisible()
})

it('CodeBlock highlights its code again when it changes', async () => {
  const screen = await render(<CodeBlock code="const a = 1" />)
  await expect.element(screen.getByText('const', { exact: true })).toBeVisible()
  await screen.rerender(<CodeBlock code="return 2" />)
  await expect.element(screen.getByText('return', { exact: true })).toHaveClass('text-danger-text')
})

it('CodeBlock can be scrolled by keyboard when a line is too long for its box', async () => {
  const screen = await render(<CodeBlock code={`'${'x'.repeat(2_000)}'`} />)
  const box = screen.getByRole('group', { name: 'Code' })
  await expect.element(box).toBeInTheDocument()
  await userEvent.tab()
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => box.element().scrollLeft).toBeGreaterThan(0)
})

it('CodeBlock shows a million characters without highlighting them', async () => {
  const screen = await render(<CodeBlock code={'const a = 1\n'.repeat(83_334)} />)
  const code = screen.container.querySelector('code')
  expect(code?.textContent).toHaveLength(83_334 * 12 - 1)
  expect(code?.childElementCount).toBe(0)
})

import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { JsonTree } from './json-tree.tsx'
import { Tree } from './tree.tsx'
import { TreeNode } from './tree-node.tsx'

it('Tree can be expanded, navigated and collapsed by keyboard alone', async () => {
  const screen = await render(
    <Tree label="Files">
      <TreeNode id="src" textValue="src">
        <TreeNode id="button" textValue="button.tsx" />
      </TreeNode>
      <TreeNode id="readme" textValue="README.md" />
    </Tree>,
  )
  const folder = screen.getByRole('row', { name: 'src' })
  await userEvent.tab()
  await expect.element(folder).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(folder).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('row', { name: 'button.tsx' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  await expect.element(folder).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByRole('row', { name: 'button.tsx' })).not.toBeInTheDocument()
})

it('Tree labels its chevron "Click to expand" or "Click to collapse"', async () => {
  const screen = await render(
    <Tree label="Files">
      <TreeNode id="src" textValue="src">
        <TreeNode id="button" textValue="button.tsx" />
      </TreeNode>
    </Tree>,
  )
  await screen.getByRole('button', { name: 'Click to expand src' }).click()
  await expect.element(screen.getByRole('button', { name: 'Click to collapse src' })).toBeVisible()
})

it('JsonTree shows nested values only when their parent is expanded', async () => {
  const screen = await render(<JsonTree label="Reply" value={{ id: 7, owner: { name: 'Ada' } }} />)
  await expect.element(screen.getByRole('row', { name: 'id: 7' })).toBeVisible()
  await expect.element(screen.getByText('"Ada"')).not.toBeInTheDocument()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('row', { name: 'name: "Ada"' })).toBeVisible()
})

it('JsonTree shows the first 200 of a million entries and the number of remaining entries', async () => {
  const screen = await render(<JsonTree label="Numbers" value={Array.from({ length: 1_000_000 }, () => 0)} />)
  await expect.element(screen.getByRole('row', { name: '… 999800 more' })).toBeInTheDocument()
  expect(screen.getByRole('row').elements()).toHaveLength(201)
})

import axe from 'axe-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RichText } from './rich-text.tsx'

// Loads the chunk first, so that no test waits for the network.
beforeAll(() => import('./rich-text-content.tsx'))

it('RichText opens external http and https links in a new tab, and other links in the same tab', async () => {
  const screen = await render(
    <RichText
      text={
        '[safe](https://a.example) [plain](http://b.example) [hostless](//c.example/x) [own](/legal) [anchor](#top) [mail](mailto:a@b.c)'
      }
    />,
  )
  for (const name of ['safe', 'plain', 'hostless']) {
    const link = screen.getByRole('link', { name: `${name} (opens in a new tab)` })
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  for (const name of ['own', 'anchor', 'mail']) {
    await expect.element(screen.getByRole('link', { name })).not.toHaveAttribute('target')
  }
})

it('RichText links an image to its file in a new tab', async () => {
  const screen = await render(<RichText text="![A square](/square.svg)" />)
  const link = screen.getByRole('link', { name: 'A square (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('href', '/square.svg')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link.getByRole('img')).toBeInTheDocument()
})

it('RichText keeps the link of an image that is inside a link', async () => {
  const screen = await render(<RichText text="[![A square](/square.svg)](https://a.example)" />)
  await expect.element(screen.getByRole('link')).toHaveAttribute('href', 'https://a.example')
  expect(screen.getByRole('link').elements()).toHaveLength(1)
})

it('RichText copies code by keyboard without its leading "$ " and trailing newlines', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await render(<RichText text={'```bash\n$ npm install\n\n\n```'} />)
  const button = screen.getByRole('button', { name: 'Copy code' })
  await expect.element(button).toBeVisible()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => writeText).toHaveBeenCalledWith('npm install')
  writeText.mockRestore()
})

it('RichText shows HTML as text and drops script URLs', async () => {
  const screen = await render(
    <RichText text={'<img src=x onerror=alert(1)>\n\n[click](javascript:alert(1))'} />,
  )
  await expect.element(screen.getByText('click')).toBeVisible()
  expect(screen.container.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(screen.container.querySelector('img, a[href^="javascript"]')).toBeNull()
})

it('RichText shifts heading levels by headingOffset, down to level 6 at most', async () => {
  const screen = await render(<RichText text={'# One\n\n###### Six'} headingOffset={2} />)
  await expect.element(screen.getByRole('heading', { name: 'One', level: 3 })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Six', level: 6 })).toBeVisible()
})

it('RichText shows tables and task lists', async () => {
  const screen = await render(<RichText text={'| a |\n| - |\n| b |\n\n- [x] shipped\n- [ ] planned'} />)
  await expect.element(screen.getByRole('cell', { name: 'b' })).toBeVisible()
  expect(screen.getByRole('checkbox').elements()).toHaveLength(2)
})

it('RichText shows a million characters as plain text', async () => {
  const screen = await render(<RichText text="short" />)
  await expect.element(screen.getByText('short')).toBeVisible()
  const text = '[*'.repeat(500_000)
  await screen.rerender(<RichText text={text} />)
  expect(screen.container.textContent).toContain(text)
})

it.each(['light', 'dark'])(
  'RichText has no accessibility violations once it has loaded, in the %s theme',
  async (theme) => {
    document.documentElement.dataset.theme = theme
    const text = [
      'A [link](https://a.example), `code` and ![a square](/square.svg)',
      '```js\nconst a = f("x", 1) // why\n```',
      '```bash\n$ npm install --save-dev "thing" # why\n```',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '- [x] shipped\n- [ ] planned',
      '> said',
    ].join('\n\n')
    const screen = await render(<RichText text={text} />)
    await expect.element(screen.getByText('const', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('npm', { exact: true })).toBeVisible()
    const { violations } = await axe.run(screen.container)
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  },
)

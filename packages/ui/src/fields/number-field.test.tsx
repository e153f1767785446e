import { expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { NumberKind } from '../lib/normalize.ts'
import { NumberField } from './number-field.tsx'

async function type(kind: NumberKind, keys: string) {
  const onChange = vi.fn<(value: number | null) => void>()
  const screen = await render(<NumberField label="Amount" kind={kind} onChange={onChange} />)
  const input = screen.getByRole('spinbutton', { name: 'Amount' })
  await userEvent.tab()
  await userEvent.keyboard(keys)
  return { input, onChange }
}

it.each(['number', 'integer', 'decimal', 'money', 'percent'] as const)(
  'NumberField of kind %s blocks e, E, + and a second decimal point',
  async (kind) => {
    const { input } = await type(kind, '1e.+.5.E2')
    await expect.element(input).toHaveValue(1.52)
  },
)

it('NumberField accepts a new decimal point after the first one is deleted', async () => {
  const { input } = await type('decimal', '1.{Backspace}2.5')
  await expect.element(input).toHaveValue(12.5)
})

it('NumberField blocks a point after a comma, and both after the cursor moved', async () => {
  const { input } = await type('decimal', '1')
  const blocked: string[] = []
  const watch = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (defaultPrevented) blocked.push(key)
  }
  document.addEventListener('keydown', watch)
  onTestFinished(() => document.removeEventListener('keydown', watch))
  // Browsers accept a comma only in some languages.
  const comma = new InputEvent('input', { data: ',', inputType: 'insertText', bubbles: true })
  input.element().dispatchEvent(comma)
  await userEvent.keyboard('.5,{ArrowLeft}.{ArrowRight},')
  expect(blocked).toEqual(['.', ',', '.', ','])
})

it('NumberField accepts a point after a comma that the browser ignored', async () => {
  const { input } = await type('decimal', '1,.5')
  await expect.element(input).toHaveValue(1.5)
})

it('NumberField accepts a point after all of the text is selected', async () => {
  const { input } = await type('decimal', '1.{Control>}a{/Control}2.5')
  await expect.element(input).toHaveValue(2.5)
})

it.each([
  ['number', '2.6', 3],
  ['number', '-4', 0],
  ['integer', '-2.6', -3],
  ['decimal', '-2.675', -2.675],
  ['money', '19.90', 19.9],
  ['percent', '7.25', 7.25],
] as const)('NumberField of kind %s normalizes %s when it loses focus', async (kind, keys, committed) => {
  const { input, onChange } = await type(kind, keys)
  await userEvent.tab()
  await expect.element(input).toHaveValue(committed)
  expect(onChange).toHaveBeenLastCalledWith(committed)
})

it.each([
  ['number', 2],
  ['integer', 2],
  ['decimal', 1.01],
  ['money', 1.01],
  ['percent', 1.01],
] as const)('NumberField of kind %s steps from 1 to %s with the up arrow key', async (kind, next) => {
  const { input } = await type(kind, '1{ArrowUp}')
  await expect.element(input).toHaveValue(next)
})

it('NumberField has the value null when it is cleared', async () => {
  const { onChange } = await type('money', '5{Backspace}')
  await userEvent.tab()
  expect(onChange).toHaveBeenLastCalledWith(null)
})

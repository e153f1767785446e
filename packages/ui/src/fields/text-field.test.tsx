import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Form } from './form.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { TimeStringField } from './time-string-field.tsx'

it.each([
  ['text', '  a  b ', 'a  b'],
  ['email', ' Some@Example.COM ', 'some@example.com'],
  ['url', 'example.com', 'https://example.com'],
  ['tel', '+1 (555) 010-99', '+155501099'],
] as const)('TextField of type %s normalizes its value on blur', async (type, typed, committed) => {
  const onChange = vi.fn()
  const screen = await render(<TextField label="Field" type={type} onChange={onChange} />)
  await userEvent.tab()
  await userEvent.keyboard(typed)
  await expect.element(screen.getByLabelText('Field')).not.toHaveValue(committed)
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Field')).toHaveValue(committed)
  expect(onChange).toHaveBeenLastCalledWith(committed)
  await screen.getByLabelText('Field').clear()
  await userEvent.tab()
  expect(onChange).toHaveBeenLastCalledWith(null)
})

it("TextField of type url prepends 'https://' to an FTP URL on blur and shows 'Invalid URL'", async () => {
  const screen = await render(<TextField label="Website" type="url" />)
  const field = screen.getByLabelText('Website')
  await field.fill('ftp://files.example.com')
  await expect.element(field).toBeValid()
  await userEvent.tab()
  await expect.element(field).toHaveValue('https://ftp://files.example.com')
  await expect.element(screen.getByText('Invalid URL')).toBeVisible()
  await field.fill('files.example.com')
  await userEvent.tab()
  await expect.element(field).toHaveValue('https://files.example.com')
  await expect.element(screen.getByText('Invalid URL')).not.toBeInTheDocument()
})

it('TextField removes non-digits with isDigitsOnly and converts to upper case with letterCase', async () => {
  const screen = await render(
    <>
      <TextField label="Code" isDigitsOnly />
      <TextField label="Tax number" letterCase="upper" />
    </>,
  )
  await screen.getByLabelText('Code').fill('12-34 x')
  await screen.getByLabelText('Tax number').fill('de 12a')
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Code')).toHaveValue('1234')
  await expect.element(screen.getByLabelText('Tax number')).toHaveValue('DE 12A')
})

it('TextField marks a required field with an asterisk and exposes it as required to assistive technology', async () => {
  const screen = await render(
    <>
      <TextField label="Display Name" isRequired hint="Shown on the card" />
      <TextField label="Nickname" />
    </>,
  )
  const required = screen.getByRole('textbox', { name: 'Display Name', exact: true })
  await expect.element(required).toBeRequired()
  await expect.element(required).toHaveAccessibleDescription('Shown on the card')
  await expect.element(screen.getByText('*')).toBeVisible()
  expect(screen.getByText('*').elements()).toHaveLength(1)
})

it('TextField keeps a text that exceeds maxLength and shows an error', async () => {
  const screen = await render(<TextField label="Name" maxLength={5} />)
  await screen.getByLabelText('Name').fill('abcdefg')
  await userEvent.tab()
  await expect.element(screen.getByText('Your input cannot be more than 5 characters long.')).toBeVisible()
  await expect.element(screen.getByLabelText('Name')).toHaveValue('abcdefg')
})

it('TextField shows an error for an invalid email of a million characters', async () => {
  const screen = await render(<TextField label="Name" type="email" />)
  await screen.getByLabelText('Name').fill('a'.repeat(1_000_000))
  await userEvent.tab()
  await expect.element(screen.getByText('Invalid email')).toBeVisible()
})

it('TextField stays focusable, shows the reason and ignores input when disabled with a reason', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <TextField label="Name" isDisabled disabledReason="Only the owner may rename it" onChange={onChange} />,
  )
  await userEvent.tab()
  const input = screen.getByLabelText('Name')
  await expect.element(input).toHaveFocus()
  await expect.element(input).toHaveAccessibleDescription('Only the owner may rename it')
  await expect.element(input).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('x')
  expect(onChange).not.toHaveBeenCalled()
})

it('TextField inherits the disabled reason of its form unless isDisabled is false', async () => {
  const screen = await render(
    <Form onSubmit={vi.fn()} isDisabled disabledReason="Only the owner may change this">
      <TextField name="a" label="First" />
      <TextField name="b" label="Second" isDisabled={false} />
    </Form>,
  )
  await expect
    .element(screen.getByLabelText('First'))
    .toHaveAccessibleDescription('Only the owner may change this')
  await expect.element(screen.getByLabelText('Second')).toHaveAccessibleDescription('')
})

it('TextField has size md by default', async () => {
  const screen = await render(
    <>
      <TextField label="Medium" />
      <TextField label="Small" size="sm" />
    </>,
  )
  const height = (label: string) => screen.getByLabelText(label).element().parentElement?.offsetHeight
  expect(height('Medium')).toBe(34)
  expect(height('Small')).toBe(28)
})

it('TextArea trims its text and keeps line breaks', async () => {
  const onChange = vi.fn()
  const screen = await render(<TextArea label="Description" onChange={onChange} />)
  await screen.getByLabelText('Description').fill(' one\ntwo ')
  await userEvent.tab()
  expect(onChange).toHaveBeenLastCalledWith('one\ntwo')
})

describe('TextArea with isOneParagraph', () => {
  async function open() {
    const onChange = vi.fn()
    const screen = await render(<TextArea label="Description" isOneParagraph onChange={onChange} />)
    return { onChange, area: screen.getByRole('textbox', { name: 'Description' }) }
  }

  it('adds no line break on Enter', async () => {
    const { onChange, area } = await open()
    await area.click()
    await userEvent.keyboard('one{Enter}two')
    await expect.element(area).toHaveValue('onetwo')
    expect(onChange).toHaveBeenLastCalledWith('onetwo')
  })

  it('replaces pasted line breaks with spaces and puts the caret after the pasted text', async () => {
    const { onChange, area } = await open()
    await area.fill('Runs  for customers')
    const element = area.element() as HTMLTextAreaElement
    element.focus()
    element.setSelectionRange(5, 5)
    document.execCommand('insertText', false, 'everything\r\nwe have\n\u2028built')
    await expect.element(area).toHaveValue('Runs everything we have  built for customers')
    expect(onChange).toHaveBeenLastCalledWith('Runs everything we have  built for customers')
    expect(element.selectionEnd).toBe('Runs everything we have  built'.length)
  })

  it('starts as high as a single-line field and grows with its text', async () => {
    const { area } = await open()
    const height = () => area.element().parentElement?.offsetHeight ?? 0
    expect(height()).toBe(34)
    await expect.element(area).toHaveStyle({ resize: 'none' })
    await area.fill('word '.repeat(500))
    await expect.poll(height).toBeGreaterThan(60)
  })
})

it('TimeStringField shows an error on blur for an invalid time string or one that is too long', async () => {
  const screen = await render(<TimeStringField label="Expiration" isRequired maxLength={99} />)
  const input = screen.getByLabelText('Expiration')
  await input.fill('48')
  await userEvent.tab()
  await expect.element(screen.getByText('Invalid time string')).toBeVisible()
  await input.fill('48h')
  await expect.element(screen.getByText('Invalid time string')).not.toBeInTheDocument()
  await input.fill(`${'0'.repeat(98)}1d`)
  await expect.element(screen.getByText('Your input cannot be more than 99 characters long.')).toBeVisible()
})

import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PasswordField } from './password-field.tsx'

it('PasswordField lets keyboard users show and hide the password', async () => {
  const screen = await render(<PasswordField label="Password" hasShowToggle />)
  const input = screen.getByLabelText('Password', { exact: true })
  await userEvent.tab()
  await userEvent.keyboard('secret')
  await expect.element(input).toHaveAttribute('type', 'password')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveAttribute('type', 'text')
  await expect.element(screen.getByRole('button', { name: 'Show password', pressed: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveAttribute('type', 'password')
})

it('PasswordField has no toggle or rules hint by default, and does not trim the password', async () => {
  const onChange = vi.fn()
  const screen = await render(<PasswordField label="Password" onChange={onChange} minLength={8} />)
  expect(screen.getByRole('button').query()).toBeNull()
  expect(screen.getByText('a digit').query()).toBeNull()
  await screen.getByLabelText('Password').fill(' a b ')
  await userEvent.tab()
  expect(onChange).toHaveBeenLastCalledWith(' a b ')
  await expect.element(screen.getByText('Your password must be at least 8 characters long.')).toBeVisible()
})

it('PasswordField with hasRulesHint lists the required characters, ticks them off and rejects a password without them', async () => {
  const screen = await render(<PasswordField label="Password" hasRulesHint isRequired />)
  const rules = screen.getByRole('listitem')
  expect(rules.elements().map((rule) => rule.textContent)).toEqual([
    'a lower case letter',
    'an upper case letter',
    'a digit',
    'a special character',
  ])
  await screen.getByLabelText('Password').fill('aB3')
  await userEvent.tab()
  await expect.element(screen.getByText('This field is invalid')).toBeVisible()
  expect(rules.elements().filter((rule) => rule.textContent?.includes('done'))).toHaveLength(3)
  await screen.getByLabelText('Password').fill('aB3!')
  await expect.element(screen.getByText('This field is invalid')).not.toBeInTheDocument()
})

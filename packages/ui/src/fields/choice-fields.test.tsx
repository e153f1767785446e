import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox } from './checkbox.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Select } from './select.tsx'

const roles = [
  { value: 'APPROVER', label: 'Approver' },
  { value: 'EDITOR', label: 'Collaborator' },
  { value: 'OWNER', label: 'Owner', isDisabled: true },
]
const countries = [
  { value: 'AT', label: 'Austria' },
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
]

it('Select works by keyboard alone and shows an error when a required choice is missing on blur', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <>
      <Select label="Role" options={roles} isRequired onChange={onChange} />
      <button type="button">After</button>
    </>,
  )
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(screen.getByText('This field is required')).toBeVisible()
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('EDITOR')
  await expect.element(screen.getByRole('button', { name: /Role/ })).toHaveTextContent('Collaborator')
  await expect.element(screen.getByRole('button', { name: /Role/ })).toHaveFocus()
  await expect.element(screen.getByText('This field is required')).not.toBeInTheDocument()
})

it('Select reads the name of an option in the direction of its script', async () => {
  const name = 'مستودع (2)'
  const options = [{ value: 'W1', label: name }]
  const screen = await render(<Select label="Workspace" options={options} defaultValue="W1" />)
  const button = screen.getByRole('button')
  expect(getComputedStyle(button.getByText(name).element()).direction).toBe('rtl')
  await button.click()
  const option = screen.getByRole('option').getByText(name)
  await expect.element(option).toBeVisible()
  expect(getComputedStyle(option.element()).direction).toBe('rtl')
})

it('Select disabled with a reason exposes the reason and does not open or change', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <Select
      label="Role"
      options={roles}
      defaultValue="EDITOR"
      isDisabled
      disabledReason="The owner keeps this role"
      onChange={onChange}
    />,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', { name: /Role/ })
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAccessibleDescription('The owner keeps this role')
  await userEvent.keyboard('{Enter}{ArrowLeft}a')
  expect(screen.getByRole('listbox').query()).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})

it('Checkbox works by keyboard alone and shows an error when it is required and unchecked on blur', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <>
      <Checkbox label="I agree" isRequired checkedValue="yes" uncheckedValue="no" onChange={onChange} />
      <button type="button">After</button>
    </>,
  )
  await userEvent.tab()
  await userEvent.tab()
  const box = screen.getByRole('checkbox', { name: 'I agree' })
  await expect.element(screen.getByText('This field is required')).toBeVisible()
  await expect.element(box).toHaveAccessibleDescription('This field is required')
  await expect.element(screen.getByText('*')).toBeVisible()
  await userEvent.tab({ shift: true })
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard(' ')
  expect(onChange).toHaveBeenLastCalledWith('yes')
  await expect.element(screen.getByText('This field is required')).not.toBeInTheDocument()
  await userEvent.keyboard(' ')
  expect(onChange).toHaveBeenLastCalledWith('no')
})

it('RadioGroup selects the next option with the arrow keys', async () => {
  const onChange = vi.fn()
  const screen = await render(
    <RadioGroup label="Workspace Type" options={countries} isRequired variant="cards" onChange={onChange} />,
  )
  await userEvent.tab()
  await userEvent.keyboard(' {ArrowDown}')
  expect(onChange).toHaveBeenLastCalledWith('AU')
  await expect.element(screen.getByRole('radio', { name: 'Australia' })).toBeChecked()
})

it('RadioGroup as a row of cards gives a long label the space of the short ones', async () => {
  const options = [
    { value: 'saas', label: 'Managed By System Initiative' },
    { value: 'local', label: 'Local Dev Instance' },
    { value: 'url', label: 'Remote URL' },
  ]
  const screen = await render(
    <div style={{ width: 592 }}>
      <RadioGroup label="Workspace Type" options={options} variant="cards" orientation="horizontal" />
    </div>,
  )
  const heights = options.map(({ label }) => screen.getByText(label).element().getBoundingClientRect().height)
  expect(new Set(heights)).toEqual(new Set([20]))
})

it('RadioGroup disabled with a reason exposes the reason and the description of each radio, and ignores input', async () => {
  const options = [{ value: 'saas', label: 'Managed', description: 'Runs in our cloud' }]
  const onChange = vi.fn()
  const screen = await render(
    <RadioGroup
      label="Workspace Type"
      options={options}
      isDisabled
      disabledReason="It cannot be moved"
      onChange={onChange}
    />,
  )
  const radio = screen.getByRole('radio', { name: 'Managed', exact: true })
  await expect.element(radio).toHaveAccessibleDescription(/Runs in our cloud/)
  await expect
    .element(screen.getByRole('radiogroup', { name: 'Workspace Type' }))
    .toHaveAccessibleDescription('It cannot be moved')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(onChange).not.toHaveBeenCalled()
})

import { useWatch } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { fieldSchema } from '../lib/field-schema.ts'
import { settle } from '../testing/settle.ts'
import { Form } from './form.tsx'
import type { FormHandle } from './form-handle.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Select } from './select.tsx'
import { TextField } from './text-field.tsx'

const schema = z.object({
  displayName: z.string('This field is required').check(z.maxLength(10, 'Too long for the server')),
  description: z.nullable(z.string()),
  company: z.object({ email: fieldSchema({ format: 'email' }) }),
})
const defaults = { displayName: '', description: '', company: { email: '' } }

function Example({ onSubmit }: { onSubmit: (values: z.infer<typeof schema>) => unknown }) {
  return (
    <Form schema={schema} defaultValues={defaults} onSubmit={onSubmit}>
      {({ formState: { isValid, isDirty } }) => (
        <>
          <TextField name="displayName" label="Display Name" isRequired />
          <TextField name="description" label="Description" />
          <TextField name="company.email" label="Company Email" type="email" />
          <output>{`${isValid ? 'no errors' : 'has errors'}, ${isDirty ? 'dirty' : 'clean'}`}</output>
          <button type="submit">Save</button>
        </>
      )}
    </Form>
  )
}

it('Form submits the normalized values that the schema outputs', async () => {
  const onSubmit = vi.fn()
  const screen = await render(<Example onSubmit={onSubmit} />)
  await screen.getByLabelText('Display Name').fill('  Mine ')
  await screen.getByLabelText('Company Email').fill(' Somebody@Example.COM ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSubmit).toHaveBeenCalledOnce()
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({
    displayName: 'Mine',
    description: null,
    company: { email: 'somebody@example.com' },
  })
})

it('Form keeps its submit button in place during the click that blurs a field, and submits with that click', async () => {
  const onSubmit = vi.fn()
  const screen = await render(<Example onSubmit={onSubmit} />)
  const email = screen.getByLabelText('Company Email')
  await screen.getByLabelText('Display Name').fill('Mine')
  await email.fill('nobody')
  const save = screen.getByRole('button', { name: 'Save' }).element()
  const top = save.getBoundingClientRect().top
  const press = new PointerEvent('pointerdown', { bubbles: true })
  save.dispatchEvent(press)
  email.element().blur()
  await settle()
  expect(save.getBoundingClientRect().top).toBe(top)
  save.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  await expect.element(screen.getByText('Invalid email')).toBeVisible()
  await email.fill('somebody@example.com')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onSubmit).toHaveBeenCalledOnce()
})

it('Form shows an error only after its field loses focus', async () => {
  const screen = await render(<Example onSubmit={vi.fn()} />)
  await expect.element(screen.getByText('has errors, clean')).toBeInTheDocument()
  expect(screen.getByText('This field is required').query()).toBeNull()
  const input = screen.getByLabelText('Company Email')
  await input.fill('nobody')
  expect(screen.getByText('Invalid email').query()).toBeNull()
  await userEvent.tab()
  await expect.element(screen.getByText('Invalid email')).toBeVisible()
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await expect.element(input).toHaveAccessibleDescription('Invalid email')
  expect(screen.getByText('This field is required').query()).toBeNull()
})

it('Form does not submit invalid values, shows the error and focuses the first invalid field', async () => {
  const onSubmit = vi.fn()
  const screen = await render(<Example onSubmit={onSubmit} />)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('This field is required')).toBeVisible()
  await expect.element(screen.getByLabelText('Display Name')).toHaveFocus()
  expect(onSubmit).not.toHaveBeenCalled()
})

it("Form shows the schema's error message at the field", async () => {
  const screen = await render(<Example onSubmit={vi.fn()} />)
  await screen.getByLabelText('Display Name').fill('longer than ten')
  await userEvent.tab()
  await expect.element(screen.getByText('Too long for the server')).toBeVisible()
})

it('Form stays clean when the user focuses and leaves an empty field', async () => {
  const screen = await render(<Example onSubmit={vi.fn()} />)
  await screen.getByLabelText('Description').click()
  await userEvent.tab()
  await expect.element(screen.getByText('has errors, clean')).toBeInTheDocument()
})

it('Form shows the issues of a rejected submit at their fields, keeps the typed values and can be submitted again', async () => {
  const issues = [
    { path: 'displayName', message: 'This name is taken' },
    { path: 'displayName', message: 'A second problem' },
    { path: 'plan', message: 'No plan was chosen' },
    { path: '', message: 'Try another name' },
  ]
  const onSubmit = vi.fn(async () => Promise.reject(Object.assign(new Error('refused'), { issues })))
  const screen = await render(<Example onSubmit={onSubmit} />)
  const input = screen.getByLabelText('Display Name')
  await input.fill('Taken')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('This name is taken')).toBeVisible()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('No plan was chosen Try another name')
  await expect.element(input).toHaveValue('Taken')
  await expect.element(input).toHaveFocus()
  await input.fill('Free')
  await expect.element(screen.getByText('This name is taken')).not.toBeInTheDocument()
  await input.fill('Taken')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onSubmit).toHaveBeenCalledTimes(2)
})

it('Form shows nothing for a rejection without issues, which the caller shows', async () => {
  const onSubmit = vi.fn(async () => Promise.reject(Object.assign(new Error('unreachable'), { issues: [] })))
  const screen = await render(<Example onSubmit={onSubmit} />)
  await screen.getByLabelText('Display Name').fill('Mine')
  const save = screen.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.poll(() => onSubmit).toHaveBeenCalledOnce()
  await save.click()
  await expect.poll(() => onSubmit).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('alert').query()).toBeNull()
})

it('Form does not submit again while a submission is pending', async () => {
  let finish = () => {}
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const screen = await render(<Example onSubmit={onSubmit} />)
  await screen.getByLabelText('Display Name').fill('Mine')
  await userEvent.keyboard('{Enter}{Enter}')
  await screen.getByRole('button', { name: 'Save' }).click()
  expect(onSubmit).toHaveBeenCalledOnce()
  finish()
})

it('Form shows the errors of all its fields on request, and hides them when it is reset', async () => {
  const screen = await render(
    <Form onSubmit={vi.fn()}>
      {(form) => (
        <>
          <TextField name="name" label="Name" isRequired />
          <button type="button" onClick={() => void form.trigger(undefined, { shouldTouch: true })}>
            Touch
          </button>
          <button type="button" onClick={() => form.reset()}>
            Reset
          </button>
        </>
      )}
    </Form>,
  )
  await screen.getByRole('button', { name: 'Touch' }).click()
  await expect.element(screen.getByText('This field is required')).toBeVisible()
  await screen.getByLabelText('Name').fill('first')
  await expect.element(screen.getByText('This field is required')).not.toBeInTheDocument()
  await screen.getByLabelText('Name').fill('')
  await expect.element(screen.getByText('This field is required')).toBeVisible()
  await screen.getByRole('button', { name: 'Reset' }).click()
  await expect.element(screen.getByText('This field is required')).not.toBeInTheDocument()
})

it('Form resets its fields to their initial values', async () => {
  const screen = await render(
    <Form defaultValues={{ name: 'first', kind: 'a', size: 'small' }} onSubmit={vi.fn()}>
      {(form) => (
        <>
          <TextField name="name" label="Name" />
          <Select
            name="kind"
            label="Kind"
            options={[
              { value: 'a', label: 'Alpha' },
              { value: 'b', label: 'Beta' },
            ]}
          />
          <RadioGroup
            name="size"
            label="Size"
            options={[
              { value: 'small', label: 'Small' },
              { value: 'big', label: 'Big' },
            ]}
          />
          <button type="button" onClick={() => form.reset()}>
            Reset
          </button>
          <button type="button" onClick={() => form.setValue('kind', 'b', { shouldDirty: true })}>
            Set
          </button>
        </>
      )}
    </Form>,
  )
  await screen.getByLabelText('Name').fill('second')
  await screen.getByRole('radio', { name: 'Big' }).click({ force: true })
  await screen.getByRole('button', { name: 'Set' }).click()
  await expect.element(screen.getByRole('button', { name: /Kind/ })).toHaveTextContent('Beta')
  await screen.getByRole('button', { name: 'Reset' }).click()
  await expect.element(screen.getByLabelText('Name')).toHaveValue('first')
  await expect.element(screen.getByRole('button', { name: /Kind/ })).toHaveTextContent('Alpha')
  await expect.element(screen.getByRole('radio', { name: 'Small' })).toBeChecked()
})

it('Form shows no error when the user leaves a field that was reset while focused', async () => {
  const screen = await render(
    <Form onSubmit={(_values, form) => form.reset()}>
      <TextField name="name" label="Name" isRequired />
      <button type="submit">Save</button>
    </Form>,
  )
  const input = screen.getByLabelText('Name')
  await input.fill('Mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('')
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  await settle()
  await expect.element(input).not.toHaveAttribute('aria-invalid')
  await input.fill('x')
  await input.fill('')
  await userEvent.tab()
  await expect.element(screen.getByText('This field is required')).toBeVisible()
})

it('Form stays clean when text typed after a reset is removed again', async () => {
  const screen = await render(
    <Form onSubmit={(_values, form) => form.reset({ name: '' })}>
      {({ formState: { isDirty } }) => (
        <>
          <TextField name="name" label="Name" />
          <output>{isDirty ? 'dirty' : 'clean'}</output>
          <button type="submit">Save</button>
        </>
      )}
    </Form>,
  )
  const input = screen.getByLabelText('Name')
  await input.fill('Mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('')
  await input.fill('x')
  await expect.element(screen.getByText('dirty')).toBeInTheDocument()
  await input.fill('')
  await expect.element(screen.getByText('clean')).toBeInTheDocument()
})

it('Form ignores the errors of a field that is not rendered and keeps its value', async () => {
  const onSubmit = vi.fn()
  function AddressField() {
    return useWatch({ name: 'type' }) === 'url' ? (
      <TextField name="url" label="URL" type="url" isRequired />
    ) : null
  }
  const options = [
    { value: 'saas', label: 'Managed' },
    { value: 'url', label: 'Remote' },
  ]
  const screen = await render(
    <Form defaultValues={{ type: 'url', url: '' }} onSubmit={onSubmit}>
      <RadioGroup name="type" label="Type" options={options} />
      <AddressField />
      <button type="submit">Save</button>
    </Form>,
  )
  await screen.getByLabelText('URL').fill('not an address')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Invalid URL')).toBeVisible()
  await screen.getByRole('radio', { name: 'Managed' }).click({ force: true })
  await expect.element(screen.getByLabelText('URL')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onSubmit).toHaveBeenCalledOnce()
  await screen.getByRole('radio', { name: 'Remote' }).click({ force: true })
  await expect.element(screen.getByLabelText('URL')).toHaveValue('https://not an address')
})

describe('Form with an initial text that breaks its rules', () => {
  const strict = z.object({
    name: z.string('This field is required').check(z.regex(/^[a-z ]*$/, 'Only letters')),
    nickname: fieldSchema({ pattern: /^[a-z]+$/ }),
    note: z.nullable(z.string()),
  })
  const stored = { name: "ada's", nickname: 'x!', note: 'Before' }

  async function open() {
    const onSubmit = vi.fn()
    const screen = await render(
      <Form schema={strict} defaultValues={stored} onSubmit={onSubmit}>
        {({ formState: { isValid } }) => (
          <>
            <TextField name="name" label="Name" isRequired />
            <TextField name="nickname" label="Nickname" />
            <TextField name="note" label="Note" />
            <output>{isValid ? 'no errors' : 'has errors'}</output>
            <button type="submit">Save</button>
          </>
        )}
      </Form>,
    )
    return { screen, onSubmit, name: screen.getByLabelText('Name'), note: screen.getByLabelText('Note') }
  }

  it('accepts the unchanged text and can be submitted', async () => {
    const { screen, onSubmit, name, note } = await open()
    await expect.element(screen.getByText('no errors')).toBeInTheDocument()
    await name.fill("  ada's ")
    await screen.getByLabelText('Nickname').click()
    await note.fill('After')
    await screen.getByRole('button', { name: 'Save' }).click()
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce(), 60_000)
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ ...stored, note: 'After' })
    for (const text of ['Only letters', 'This field is invalid'])
      expect(screen.getByText(text).query()).toBeNull()
  })

  it('rejects the text once it is changed and requires it once it is cleared', async () => {
    const { screen, onSubmit, name } = await open()
    await name.fill("ada's own")
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Only letters')).toBeVisible()
    await name.fill('')
    await expect.element(screen.getByText('This field is required')).toBeVisible()
    await name.fill("ada's")
    await expect.element(screen.getByText('no errors')).toBeInTheDocument()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('accepts the saved text and rejects the previous one after a save', async () => {
    const { screen, onSubmit, name } = await open()
    onSubmit.mockImplementation((_values: unknown, form: FormHandle) =>
      form.setSaved({ ...stored, name: "bob's" }),
    )
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(name).toHaveValue("bob's")
    await expect.element(screen.getByText('no errors')).toBeInTheDocument()
    await name.fill("ada's")
    await expect.element(screen.getByText('has errors')).toBeInTheDocument()
  })
})

it('Form does not submit while disabled and shows the reason once', async () => {
  const onSubmit = vi.fn()
  const screen = await render(
    <Form onSubmit={onSubmit} isDisabled disabledReason="Only the owner may change this">
      <TextField name="a" label="First" />
      <TextField name="b" label="Second" hint="A hint" />
      <button type="submit">Save</button>
    </Form>,
  )
  await screen.getByRole('button', { name: 'Save' }).click()
  expect(onSubmit).not.toHaveBeenCalled()
  await expect.element(screen.getByRole('paragraph')).toHaveTextContent('Only the owner may change this')
  await expect
    .element(screen.getByLabelText('Second'))
    .toHaveAccessibleDescription('A hint Only the owner may change this')
})

import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { Form, type FormProps } from './form.tsx'
import { TextField } from './text-field.tsx'

const schema = z.object({
  name: z.optional(z.string('This field is required').check(z.maxLength(10, 'Too long for the server'))),
  note: z.optional(z.nullable(z.string())),
  company: z.optional(
    z.object({
      legalName: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
      phone: z.optional(z.nullable(z.string())),
    }),
  ),
})
type Change = z.infer<typeof schema>
const saved = { name: 'Ada', note: 'First note', company: { legalName: 'Engines', phone: '+44 20 7946' } }

async function open(props: Partial<FormProps<Change, Change>> = {}) {
  const onSubmit = vi.fn<FormProps<Change, Change>['onSubmit']>()
  const screen = await render(
    <Form schema={schema} defaultValues={saved} onSubmit={onSubmit} sendsChanges {...props}>
      {({ formState: { isDirty } }) => (
        <>
          <TextField name="name" label="Name" isRequired />
          <TextField name="note" label="Note" />
          <TextField name="company.legalName" label="Legal Name" />
          <TextField name="company.phone" label="Phone" type="tel" />
          <output>{isDirty ? 'dirty' : 'clean'}</output>
          <button type="submit">Save</button>
        </>
      )}
    </Form>,
  )
  const save = screen.getByRole('button', { name: 'Save' })
  const sentBy = (submit: typeof onSubmit) =>
    vi.waitFor(() => submit.mock.calls[0]?.[0] ?? expect.fail(), 60_000)
  return { screen, onSubmit, save, sent: () => sentBy(onSubmit) }
}

it('Form tells its parent when its values differ from the initial ones', async () => {
  const told: boolean[] = []
  const { screen } = await open({ onDirtyChange: (isDirty) => void told.push(isDirty) })
  const note = screen.getByLabelText('Note')
  await note.fill('Second note')
  await expect.poll(() => told).toEqual([false, true])
  await note.fill('First note')
  await expect.poll(() => told).toEqual([false, true, false])
})

describe('Form with sendsChanges', () => {
  it('submits only the fields that the user changed', async () => {
    const { screen, save, sent } = await open()
    await screen.getByLabelText('Note').fill('Second note')
    await screen.getByLabelText('Legal Name').fill('')
    await save.click()
    expect(await sent()).toEqual({ note: 'Second note', company: { legalName: null } })
  })

  it('does not submit a field that the user changed back to its initial value', async () => {
    const { screen, save, sent } = await open()
    await screen.getByLabelText('Note').fill('Second note')
    await screen.getByLabelText('Note').fill('First note')
    await screen.getByLabelText('Legal Name').fill('Motors')
    await save.click()
    expect(await sent()).toEqual({ company: { legalName: 'Motors' } })
  })

  it('submits an empty object when no field changed', async () => {
    const { save, sent } = await open()
    await save.click()
    expect(await sent()).toEqual({})
  })

  it('does not normalize a field that the user focused but did not change', async () => {
    const { screen, save, sent } = await open()
    await screen.getByLabelText('Phone').click()
    await userEvent.tab()
    await expect.element(screen.getByLabelText('Phone')).toHaveValue('+44 20 7946')
    await save.click()
    expect(await sent()).toEqual({})
  })

  it('does not reject unchanged values that violate the schema', async () => {
    const company = { ...saved.company, legalName: 'Longer than twenty letters' }
    const { screen, save, sent } = await open({
      defaultValues: { ...saved, name: 'Longer than ten', company },
    })
    await screen.getByLabelText('Note').fill('Second note')
    await save.click()
    expect(await sent()).toEqual({ note: 'Second note' })
  })

  it('rejects a required field that was empty from the start', async () => {
    const { screen, onSubmit, save } = await open({ defaultValues: { ...saved, name: null } })
    await screen.getByLabelText('Note').fill('Second note')
    await save.click()
    await expect.element(screen.getByText('This field is required')).toBeVisible()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('submits its typedValues as changes', async () => {
    const { screen, save, sent } = await open({ typedValues: { company: { legalName: 'Typed earlier' } } })
    await expect.element(screen.getByLabelText('Legal Name')).toHaveValue('Typed earlier')
    await expect.element(screen.getByText('dirty')).toBeInTheDocument()
    await save.click()
    expect(await sent()).toEqual({ company: { legalName: 'Typed earlier' } })
  })

  it('adopts the saved values after a save and keeps what the user typed during it', async () => {
    let answer = () => {}
    const bodies: Change[] = []
    const { screen, save } = await open({
      onSubmit: async (values, form) => {
        bodies.push(values)
        await new Promise<void>((resolve) => (answer = resolve))
        form.setSaved({
          ...saved,
          name: 'G. Hopper',
          company: { ...saved.company, phone: '+1 202 555' },
        })
      },
    })
    await screen.getByLabelText('Name').fill('Grace')
    await save.click()
    await vi.waitFor(() => expect(bodies).toHaveLength(1), 60_000)
    await screen.getByLabelText('Note').fill('Typed meanwhile')
    await screen.getByLabelText('Legal Name').fill('Typed too')
    answer()
    await expect.element(screen.getByLabelText('Phone')).toHaveValue('+1 202 555')
    await expect.element(screen.getByLabelText('Name')).toHaveValue('G. Hopper')
    await expect.element(screen.getByLabelText('Note')).toHaveValue('Typed meanwhile')
    await expect.element(screen.getByLabelText('Legal Name')).toHaveValue('Typed too')
    await save.click()
    await vi.waitFor(() => expect(bodies).toHaveLength(2), 60_000)
    expect(bodies).toEqual([
      { name: 'Grace' },
      { note: 'Typed meanwhile', company: { legalName: 'Typed too' } },
    ])
    answer()
  })
})

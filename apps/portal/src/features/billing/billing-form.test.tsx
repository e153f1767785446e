import { billing } from '@portal/contract/billing/billing'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { sessionQuery } from '../../lib/guard/session.ts'
import { billingDetails } from '../../testing/billing.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { renderBilling } from '../../testing/render-billing.ts'
import { countryOptions } from './billing-fields.tsx'
import { unsavedDetails } from './billing-form.tsx'

async function openForm(options: Parameters<typeof renderBilling>[0] = {}) {
  const app = await renderBilling(options)
  const form = app.screen.getByRole('form', { name: 'Billing details' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const required = (name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) })
  const save = form.getByRole('button', { name: 'Save Billing Details' })
  const country = form.getByRole('combobox', { name: /^Country/ })
  await expect.element(save).toBeVisible()
  return { ...app, form, field, required, save, country }
}

describe('the billing form', () => {
  it('shows every field with its saved value', async () => {
    const { field, required, country, form } = await openForm()
    for (const [name, value] of [
      ['First Name', 'Ada'],
      ['Last Name', 'Lovelace'],
      ['Address Line 1', 'Street 1'],
      ['Zip Code', 'N1 9GU'],
      ['City', 'London'],
    ] as const) {
      await expect.element(required(name)).toHaveValue(value)
      await expect.element(required(name)).toBeRequired()
    }
    for (const name of [
      'Company Legal Name',
      'Legal Number',
      'Tax Identification Number',
      'Phone Number',
      'Address Line 2',
      'State',
    ])
      await expect.element(field(name)).not.toBeRequired()
    await expect.element(field('Company Legal Name')).toHaveValue('Engines Ltd.')
    await expect.element(field('Phone Number')).toHaveAttribute('type', 'tel')
    await expect.element(field('Email')).toHaveValue('ada@example.com')
    await expect.element(field('Email')).toHaveAttribute('readonly')
    await expect.element(country).toHaveValue('United Kingdom (GB)')
    await expect.element(country).toBeRequired()
    expect(form.getByRole('textbox').elements()).toHaveLength(12)
  })

  it('lists the countries by name and code', async () => {
    const { screen, country } = await openForm()
    await country.click()
    await country.fill('new zea')
    await expect.element(screen.getByRole('option', { name: 'New Zealand (NZ)' })).toBeVisible()
    // A click can scroll the option into view on a busy computer, and scrolling closes the list.
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(country).toHaveValue('New Zealand (NZ)')
  })

  it('does not save while a required field is empty', async () => {
    const { api, required, save, country, form } = await openForm()
    await country.fill('')
    // While the list is open, the other fields are hidden from assistive technology and from the test.
    await userEvent.tab()
    for (const name of ['First Name', 'Last Name', 'Address Line 1', 'Zip Code', 'City'])
      await required(name).fill(' ')
    await save.click()
    await expect.poll(() => form.getByText('This field is required').elements()).toHaveLength(6)
    await expect.element(required('First Name')).toHaveFocus()
    expect(api.requests(billing.saveDetails)).toEqual([])
  })

  it('validates fields with the patterns of the API', async () => {
    const { api, field, required, save, form } = await openForm()
    await required('First Name').fill('www.ada')
    await field('State').fill('<b>')
    await save.click()
    await expect.poll(() => form.getByText(/^Only |^May |letters/i).elements()).toHaveLength(2)
    expect(api.requests(billing.saveDetails)).toEqual([])
  })

  it('saves normalized values with progress states, and updates the name of the user', async () => {
    const { api, field, required, save, form, queryClient } = await openForm()
    const held = api.hold(billing.saveDetails)
    await required('First Name').fill(' Augusta ')
    // The field normalizes this value without an error. A brief error message would move the button.
    await field('Phone Number').fill('+44 (20) 7946-0000')
    await save.hover()
    expect(field('Phone Number').query()?.getAttribute('aria-invalid')).not.toBe('true')
    await field('Company Legal Name').fill('')
    await save.click()
    await expect.element(form.getByRole('button', { name: 'Loading...' })).toBeVisible()
    held.release({ billingDetails: billingDetails({ firstName: 'Augusta' }) })
    await expect.element(form.getByRole('button', { name: 'Success!' })).toBeVisible()
    const { body } = api.requests(billing.saveDetails)[0] ?? {}
    expect(body).toEqual({
      firstName: 'Augusta',
      companyInformation: { legalName: null, phoneNumber: '+442079460000' },
      requestUlid: expect.any(String),
    })
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.firstName).toBe('Augusta')
    await expect.element(save).toBeVisible()
  })

  it('shows the saved values to a user who leaves the page and returns', async () => {
    const { api, router, required, save, form } = await openForm()
    await required('First Name').fill('Augusta')
    const billingDetailsAfter = { billingDetails: billingDetails({ firstName: 'Augusta' }) }
    api.reply(billing.saveDetails, billingDetailsAfter)
    await save.click()
    await expect.element(form.getByRole('button', { name: 'Success!' })).toBeVisible()
    // The cached values are shown first. This request replaces them only later.
    api.hold(billing.readDetails)
    await router.navigate({ to: '/workspaces' })
    await router.navigate({ to: '/billing' })
    await expect.element(required('First Name')).toHaveValue('Augusta')
  })

  it('keeps what another call stored about the user during the save', async () => {
    const { api, required, save, queryClient } = await openForm()
    const held = api.hold(billing.saveDetails)
    await required('First Name').fill('Augusta')
    await save.click()
    await expect.poll(() => api.requests(billing.saveDetails)).toHaveLength(1)
    queryClient.setQueryData(sessionQuery.queryKey, person({ nickname: 'countess' }))
    held.release({ billingDetails: billingDetails({ firstName: 'Augusta' }) })
    await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)?.firstName).toBe('Augusta')
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.nickname).toBe('countess')
  })

  it('keeps the input when saving fails, and shows why with the request id', async () => {
    const { screen, api, required, save } = await openForm()
    api.refuse(billing.saveDetails, 'InternalError', { message: 'It broke' })
    await required('City').fill('Paris')
    await save.click()
    await expect.element(screen.getByText('It broke')).toBeVisible()
    await expect.element(screen.getByText('01JFAKEREQUEST000000000000')).toBeVisible()
    await expect.element(required('City')).toHaveValue('Paris')
    api.reply(billing.saveDetails, { billingDetails: billingDetails() })
    await save.click()
    await expect.element(screen.getByText('It broke')).not.toBeInTheDocument()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('shows an API validation error at its field', async () => {
    const { api, required, save, form } = await openForm()
    const issue = { path: 'billingInformation.zipCode', message: 'There is no such code' }
    api.refuse(billing.saveDetails, 'ValidationError', { issues: [issue] })
    await required('City').fill('Paris')
    await save.click()
    await expect.element(form.getByText('There is no such code')).toBeVisible()
    await expect.element(required('Zip Code')).toHaveFocus()
    loggedFailures()
  })

  it('detects on save that the provider has become unavailable, and says that the details are sent later', async () => {
    const { screen, api, save, required } = await openForm()
    api.refuse(billing.listInvoices, 'BillingUnavailable')
    api.reply(billing.saveDetails, { billingDetails: billingDetails() })
    await required('City').fill('Paris')
    await save.click()
    await expect.element(screen.getByText('Your billing details are saved')).toBeVisible()
    await expect
      .element(screen.getByRole('status').filter({ hasText: 'Your billing details are saved' }))
      .toMatchTextContent(/They take effect when billing is available again\./)
    expect(loggedFailures()).toHaveLength(1)
  })

  it('can be saved only while a value differs from the saved one', async () => {
    const { required, save } = await openForm()
    await expect.element(save).toHaveAccessibleDescription('You have no changes to save.')
    const { city } = billingDetails().billingInformation
    await required('City').fill('Paris')
    await expect.element(save).not.toHaveAttribute('aria-disabled', 'true')
    await required('City').fill(city ?? '')
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  })

  it('restores unsaved input after a sign-in, and sends only that', async () => {
    const { screen, required, queryClient } = await openForm()
    await required('City').fill('Paris')
    queryClient.setQueryData(sessionQuery.queryKey, null)
    await expect.element(screen.getByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible()
    await screen.unmount()
    const again = await openForm()
    await expect.element(again.required('City')).toHaveValue('Paris')
    again.api.reply(billing.saveDetails, { billingDetails: billingDetails() })
    await again.save.click()
    await expect.poll(() => again.api.requests(billing.saveDetails).length).toBe(1)
    expect(again.api.requests(billing.saveDetails)[0]?.body).toEqual({
      billingInformation: { city: 'Paris' },
      requestUlid: expect.any(String),
    })
    expect(unsavedDetails.take(person().id)).toBeUndefined()
  })

  it('keeps a saved country that is no longer in the list when another field changes', async () => {
    const { api, country, required, save } = await openForm({
      details: { billingInformation: { ...billingDetails().billingInformation, country: 'XK' } },
    })
    await expect.element(country).toHaveValue('Kosovo (XK)')
    api.reply(billing.saveDetails, { billingDetails: billingDetails() })
    await required('City').fill('Paris')
    await save.click()
    await expect
      .poll(() => api.requests(billing.saveDetails)[0]?.body)
      .toEqual({ billingInformation: { city: 'Paris' }, requestUlid: expect.any(String) })
  })
})

it('countryOptions names each country and sorts them by name', () => {
  const options = countryOptions(null)
  for (const { value, label } of options) {
    expect(label).toMatch(new RegExp(`^.+ \\(${value}\\)$`))
    expect(label).not.toBe(`${value} (${value})`)
  }
  const labels = options.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
})

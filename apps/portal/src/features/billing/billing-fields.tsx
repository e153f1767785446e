import { countryCodes, isCountryCode } from '@portal/contract/billing/countries'
import { ComboBox } from '@portal/ui/fields/combo-box'
import type { SelectOption } from '@portal/ui/fields/select-options'
import { TextField } from '@portal/ui/fields/text-field'
import { type ReactNode, useMemo } from 'react'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const optionOf = (code: string): SelectOption => ({
  value: code,
  label: `${countryNames.of(code) ?? code} (${code})`,
})

const allCountries = countryCodes.map(optionOf).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** Returns all countries by name, plus the saved code if it is not in the list. */
export function countryOptions(saved: string | null): SelectOption[] {
  return saved === null || isCountryCode(saved) ? allCountries : [...allCountries, optionOf(saved)]
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="m-0 grid min-w-0 gap-5 border-0 p-0 tablet:grid-cols-2">
      <legend className="mb-3.5 p-0 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

/** The fields of the billing form. */
export function BillingFields({ email, savedCountry }: { email: string; savedCountry: string | null }) {
  const countries = useMemo(() => countryOptions(savedCountry), [savedCountry])
  return (
    <>
      <FieldGroup title="Contact">
        <TextField name="firstName" label="First Name" isRequired autoComplete="billing given-name" />
        <TextField name="lastName" label="Last Name" isRequired autoComplete="billing family-name" />
        <TextField
          label="Email"
          type="email"
          value={email}
          isReadOnly
          hint="Managed by your sign-in provider."
          className="tablet:col-span-2"
        />
      </FieldGroup>
      <hr className="m-0 h-px w-full border-0 bg-line" />
      <FieldGroup title="Company">
        <TextField
          name="companyInformation.legalName"
          label="Company Legal Name"
          autoComplete="billing organization"
        />
        <TextField name="companyInformation.legalNumber" label="Legal Number" autoComplete="off" />
        <TextField
          name="companyInformation.taxIdentificationNumber"
          label="Tax Identification Number"
          autoComplete="off"
        />
        <TextField
          name="companyInformation.phoneNumber"
          label="Phone Number"
          type="tel"
          autoComplete="billing tel"
        />
      </FieldGroup>
      <hr className="m-0 h-px w-full border-0 bg-line" />
      <FieldGroup title="Address">
        <TextField
          name="billingInformation.addressLine1"
          label="Address Line 1"
          isRequired
          autoComplete="billing address-line1"
        />
        <TextField
          name="billingInformation.addressLine2"
          label="Address Line 2"
          autoComplete="billing address-line2"
        />
        <TextField
          name="billingInformation.zipCode"
          label="Zip Code"
          isRequired
          autoComplete="billing postal-code"
        />
        <TextField
          name="billingInformation.city"
          label="City"
          isRequired
          autoComplete="billing address-level2"
        />
        <TextField name="billingInformation.state" label="State" autoComplete="billing address-level1" />
        <ComboBox
          name="billingInformation.country"
          label="Country"
          isRequired
          options={countries}
          placeholder="Type to search"
          emptyText="No country found"
        />
      </FieldGroup>
    </>
  )
}

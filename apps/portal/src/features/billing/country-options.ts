import { countryCodes, isCountryCode } from '@portal/contract/billing/countries'
import type { SelectOption } from '@portal/ui/fields/select-options'

const names = new Intl.DisplayNames('en', { type: 'region' })

const optionOf = (code: string): SelectOption => ({
  value: code,
  label: `${names.of(code) ?? code} (${code})`,
})

const all = countryCodes.map(optionOf).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** Returns all countries by name, plus the saved code if it is not in the list. */
export function countryOptions(saved: string | null): SelectOption[] {
  return saved === null || isCountryCode(saved) ? all : [...all, optionOf(saved)]
}

import { countryCodes, isCountryCode } from '@portal/contract/countries'
import type { SelectOption } from '@portal/ui/fields/select-options'

const names = new Intl.DisplayNames('en', { type: 'region' })

const optionOf = (code: string): SelectOption => ({
  value: code,
  label: `${names.of(code) ?? code} (${code})`,
})

const all = countryCodes.map(optionOf).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** All countries by name, and the saved one as well when it is not, or no longer, among them. */
export function countryOptions(saved: string | null): SelectOption[] {
  return saved === null || isCountryCode(saved) ? all : [...all, optionOf(saved)]
}

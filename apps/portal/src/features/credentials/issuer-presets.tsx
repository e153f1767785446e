import { trustRulePresetNames, trustRulePresets } from '@portal/contract/trust-rules/trust-rule-presets'
import { Button } from '@portal/ui/buttons/button'
import { useWatch } from 'react-hook-form'
import { env } from '../../lib/env.ts'

const known = trustRulePresetNames.map((name) => trustRulePresets[name]).filter(({ issuer }) => issuer !== '')
const local = env.ciSystemUrl ? [{ label: 'Local CI system', issuer: env.ciSystemUrl }] : []

/** Buttons that fill in the issuer of a hosted CI system. */
export function IssuerPresets({ onChoose }: { onChoose: (issuer: string) => void }) {
  const issuer: unknown = useWatch({ name: 'issuer' })
  return (
    <fieldset className="-mt-3 flex flex-wrap gap-1.5">
      <legend className="sr-only">Common issuers</legend>
      {[...known, ...local].map((preset) => (
        <Button
          key={preset.label}
          size="xs"
          variant="soft"
          tone={preset.issuer === issuer ? 'accent' : 'neutral'}
          onPress={() => onChoose(preset.issuer)}
        >
          {preset.label}
        </Button>
      ))}
    </fieldset>
  )
}

import { ColorField, Input, Label } from 'react-aria-components'
import { focusRing } from '../lib/focus-ring.ts'

const inputStyle = `${focusRing} h-7 w-full min-w-0 rounded-md border border-line-strong bg-surface-field px-2 font-mono text-xs -outline-offset-1`

/** Text fields for the hex value and the alpha percentage of the surrounding ColorPicker. */
export function HexColorFields({ hasAlpha }: { hasAlpha: boolean }) {
  return (
    <div className="flex gap-2">
      <ColorField className="flex flex-1 flex-col gap-1">
        <Label className="text-xs text-content-muted">Hex</Label>
        <Input className={inputStyle} />
      </ColorField>
      {hasAlpha && (
        <ColorField colorSpace="hsb" channel="alpha" className="flex w-18 flex-col gap-1">
          <Label className="text-xs text-content-muted">Alpha</Label>
          <Input className={inputStyle} />
        </ColorField>
      )}
    </div>
  )
}

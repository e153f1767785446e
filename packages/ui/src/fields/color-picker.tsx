import { useEffect, useState } from 'react'
import {
  ColorPicker as AriaColorPicker,
  Button,
  ColorArea,
  ColorSwatch,
  Dialog,
  DialogTrigger,
  Popover,
  type PopoverProps,
} from 'react-aria-components'
import { focusRing } from '../lib/focus-ring.ts'
import { defaultColor, overCheckerboard, readColor, writeColor } from '../lib/hex-color.ts'
import { overlayPanel } from '../lib/overlay-style.ts'
import { ColorChannelSlider } from './color-channel-slider.tsx'
import { ColorThumb } from './color-thumb.tsx'
import { HexColorFields } from './hex-color-fields.tsx'

export interface ColorPickerProps {
  label: string
  /** The color as #rgb, #rgba, #rrggbb or #rrggbbaa. */
  value?: string
  /** Called with #rrggbb, or with #rrggbbaa when the color is not opaque. */
  onChange?: (hex: string) => void
  hasAlpha?: boolean
  placement?: PopoverProps['placement']
  isDisabled?: boolean
  className?: string
}

/**
 * A button that opens a color picker. By default, the color is #0cf, the popover opens to the right and users can change
 * the alpha. The color can also be entered as hex.
 * Required by the design system. No page uses it.
 */
export function ColorPicker({
  label,
  value = defaultColor,
  onChange,
  hasAlpha = true,
  placement = 'right top',
  isDisabled,
  className,
}: ColorPickerProps) {
  // Stored as a color instead of hex, because hex loses the hue when the color becomes black or gray.
  const [color, setColor] = useState(() => readColor(value))
  useEffect(() => {
    setColor((current) => (writeColor(current) === writeColor(readColor(value)) ? current : readColor(value)))
  }, [value])

  return (
    <AriaColorPicker
      value={color}
      onChange={(next) => {
        const inHsb = next.toFormat('hsba')
        setColor(inHsb)
        if (writeColor(inHsb) !== writeColor(color)) onChange?.(writeColor(inHsb))
      }}
    >
      <DialogTrigger>
        <Button
          isDisabled={isDisabled}
          className={`${focusRing} flex h-8.5 items-center gap-2 rounded-md border border-line-control bg-surface-raised px-2 text-sm shadow-raised transition-colors hover:bg-control-hover disabled:cursor-not-allowed disabled:opacity-55 ${className ?? ''}`}
        >
          <ColorSwatch
            className="size-5 rounded-sm ring-1 ring-line-strong ring-inset"
            style={({ color: shown }) => ({
              background: overCheckerboard(`linear-gradient(${shown}, ${shown})`),
            })}
          />
          <span>{label}</span>
          <span className="font-mono text-xs text-content-muted">{writeColor(color)}</span>
        </Button>
        <Popover placement={placement} offset={6} className={overlayPanel}>
          <Dialog aria-label={label} className="flex w-56 flex-col gap-3 p-3 outline-none">
            <ColorArea
              colorSpace="hsb"
              xChannel="saturation"
              yChannel="brightness"
              className="h-36 w-full rounded-md"
            >
              <ColorThumb />
            </ColorArea>
            <ColorChannelSlider channel="hue" />
            {hasAlpha && <ColorChannelSlider channel="alpha" />}
            <HexColorFields hasAlpha={hasAlpha} />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </AriaColorPicker>
  )
}

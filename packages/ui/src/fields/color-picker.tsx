import { useEffect, useState } from 'react'
import {
  ColorPicker as AriaColorPicker,
  ColorThumb as AriaColorThumb,
  Button,
  ColorArea,
  ColorField,
  ColorSlider,
  ColorSwatch,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
  type PopoverProps,
  SliderTrack,
} from 'react-aria-components'
import { focusRing } from '../lib/focus-ring.ts'
import { defaultColor, overCheckerboard, readColor, writeColor } from '../lib/hex-color.ts'
import { overlayPanel } from '../lib/overlay-style.ts'

const names = { hue: 'Hue', alpha: 'Alpha' } as const

/** The thumb of a color area or slider. It is white with dark edges, so that it is visible on every color. */
function ColorThumb() {
  return (
    <AriaColorThumb className="top-1/2 left-1/2 size-4 rounded-full border-2 border-shade-0 shadow-[0_0_0_1px_rgb(0_0_0/45%),inset_0_0_0_1px_rgb(0_0_0/25%)] transition-[width,height] focus-visible:size-5 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus" />
  )
}

/** A slider for one color channel of the surrounding ColorPicker. */
function ColorChannelSlider({ channel }: { channel: keyof typeof names }) {
  return (
    <ColorSlider colorSpace="hsb" channel={channel} aria-label={names[channel]} className="w-full px-2">
      <SliderTrack
        className="h-3 w-full rounded-full ring-1 ring-line ring-inset"
        style={({ defaultStyle }) => ({ background: overCheckerboard(defaultStyle.background) })}
      >
        <ColorThumb />
      </SliderTrack>
    </ColorSlider>
  )
}

const inputStyle = `${focusRing} h-7 w-full min-w-0 rounded-md border border-line-strong bg-surface-field px-2 font-mono text-xs -outline-offset-1`

/** Text fields for the hex value and the alpha percentage of the surrounding ColorPicker. */
function HexColorFields({ hasAlpha }: { hasAlpha: boolean }) {
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

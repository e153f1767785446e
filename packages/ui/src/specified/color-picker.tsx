import { useEffect, useState } from 'react'
import {
  ColorPicker as AriaColorPicker,
  ColorThumb as AriaColorThumb,
  Button,
  type Color,
  ColorArea,
  ColorField,
  ColorSlider,
  ColorSwatch,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
  parseColor,
  SliderTrack,
} from 'react-aria-components'
import { focusRing } from '../lib/focus-ring.ts'
import { overlayPanel } from '../lib/overlay-style.ts'

/** Parses #rgb, #rgba, #rrggbb or #rrggbbaa. Anything else becomes #0cf. Never throws. */
function readColor(text: string): Color {
  try {
    return parseColor(text.startsWith('#') ? text : '#0cf').toFormat('hsba')
  } catch {
    return parseColor('#0cf').toFormat('hsba')
  }
}

/** Formats a color as lower-case #rrggbb, or #rrggbbaa if it is not opaque. */
function writeColor(color: Color): string {
  return color.toString(color.getChannelValue('alpha') < 1 ? 'hexa' : 'hex').toLowerCase()
}

/** Layers a CSS background, which may be transparent, over a checkerboard. */
function overCheckerboard(background: unknown): string {
  return `${String(background)}, repeating-conic-gradient(#c9ced6 0% 25%, #fff 0% 50%) 50% / 10px 10px`
}

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

function HexAndAlpha() {
  return (
    <div className="flex gap-2">
      <ColorField className="flex flex-1 flex-col gap-1">
        <Label className="text-xs text-content-muted">Hex</Label>
        <Input className={inputStyle} />
      </ColorField>
      <ColorField colorSpace="hsb" channel="alpha" className="flex w-18 flex-col gap-1">
        <Label className="text-xs text-content-muted">Alpha</Label>
        <Input className={inputStyle} />
      </ColorField>
    </div>
  )
}

export interface ColorPickerProps {
  label: string
  /** The color as #rgb, #rgba, #rrggbb or #rrggbbaa. */
  value?: string
  /** Called with #rrggbb, or with #rrggbbaa when the color is not opaque. */
  onChange?: (hex: string) => void
}

/** A button that opens a color picker on its right, with alpha and hex. */
export function ColorPicker({ label, value = '#0cf', onChange }: ColorPickerProps) {
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
          className={`${focusRing} flex h-8.5 items-center gap-2 rounded-md border border-line-control bg-surface-raised px-2 text-sm shadow-raised transition-colors hover:bg-control-hover`}
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
        <Popover placement="right top" offset={6} className={overlayPanel}>
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
            <ColorChannelSlider channel="alpha" />
            <HexAndAlpha />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </AriaColorPicker>
  )
}

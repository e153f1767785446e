import { ColorSlider, SliderTrack } from 'react-aria-components'
import { overCheckerboard } from '../lib/hex-color.ts'
import { ColorThumb } from './color-thumb.tsx'

const names = { hue: 'Hue', alpha: 'Alpha' } as const

/** A slider for one color channel of the surrounding ColorPicker. */
export function ColorChannelSlider({ channel }: { channel: keyof typeof names }) {
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

import { ColorThumb as AriaColorThumb } from 'react-aria-components'

/** The thumb of a color area or slider. It is white with dark edges, so that it is visible on every color. */
export function ColorThumb() {
  return (
    <AriaColorThumb className="top-1/2 left-1/2 size-4 rounded-full border-2 border-shade-0 shadow-[0_0_0_1px_rgb(0_0_0/45%),inset_0_0_0_1px_rgb(0_0_0/25%)] transition-[width,height] focus-visible:size-5 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus" />
  )
}

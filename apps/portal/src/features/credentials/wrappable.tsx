import { Fragment } from 'react'

/** Machine text that wraps after its separators, so that its words stay whole while there is room for them. */
export function Wrappable({ children: text }: { children: string }) {
  return text.split(/(?<=[/:._@])(?![/:._@])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and can repeat.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

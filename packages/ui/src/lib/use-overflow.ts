import { type RefObject, useEffect, useState } from 'react'

/** How often text is checked for overflow. Its box can change with fonts, window size and neighboring elements. */
const overflowCheckIntervalMs = 1_000

/** Returns whether an element's content is larger than the element. Checked on mount and then every second. */
export function useOverflow(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setIsOverflowing] = useState(false)
  useEffect(() => {
    const check = () => {
      const box = element.current
      if (box) setIsOverflowing(box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)
    }
    check()
    const timer = setInterval(check, overflowCheckIntervalMs)
    return () => clearInterval(timer)
  }, [element])
  return isOverflowing
}

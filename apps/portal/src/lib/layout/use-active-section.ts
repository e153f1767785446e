import { useEffect, useState } from 'react'

/** A section is active once its top is less than this far below the top of the window. */
const readingLinePx = 140

/** Returns the id of the section in view: the last one that starts above the reading line. */
export function useActiveSection(ids: readonly string[]): string | undefined {
  const [active, setActive] = useState(ids[0])
  useEffect(() => {
    let frame = 0
    const look = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const begun = ids.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= readingLinePx
      })
      setActive(isAtEnd && window.scrollY > 0 ? ids.at(-1) : (begun.at(-1) ?? ids[0]))
    }
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    // Also looks once at the start, and again when a section grows or shrinks, such as when its content arrives. The observer runs right
    // after the browser has laid out the page, so looking doesn't force another layout.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    window.addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('scroll', lookSoon)
    }
  }, [ids])
  return active
}

import { useEffect, useState } from 'react'

/** How far below the window's top a section must begin to be the one that is read. */
const readingLinePx = 140

/** The section that is being read, as the page scrolls, by its id: the last one that begins above the reading line. */
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
    lookSoon()
    window.addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', lookSoon)
    }
  }, [ids])
  return active
}

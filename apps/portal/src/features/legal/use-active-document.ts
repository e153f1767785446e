import { useEffect, useState } from 'react'

/** How far below the window's top a document must begin to be the one that is read. */
const readingLinePx = 140

/** The document that is being read, as the page scrolls: the last one that begins above the reading line. */
export function useActiveDocument(slugs: readonly string[]): string | undefined {
  const [active, setActive] = useState(slugs[0])
  useEffect(() => {
    let frame = 0
    const look = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const begun = slugs.filter((slug) => {
        const top = document.getElementById(slug)?.getBoundingClientRect().top
        return top !== undefined && top <= readingLinePx
      })
      setActive(isAtEnd && window.scrollY > 0 ? slugs.at(-1) : (begun.at(-1) ?? slugs[0]))
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
  }, [slugs])
  return active
}

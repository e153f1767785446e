import { useState } from 'react'

/** The text of a search box, which a button outside the box can clear. Spread `box` on a SearchBox with the key `boxKey`. */
export function useSearchText(initial = '') {
  const [search, setSearch] = useState(initial)
  const [clearCount, setClearCount] = useState(0)
  return {
    search,
    box: { defaultText: clearCount === 0 ? initial : '', onSearch: setSearch },
    /** The box keeps its text itself, so clearing it means replacing it. */
    boxKey: clearCount,
    clear() {
      setSearch('')
      setClearCount((count) => count + 1)
    },
  }
}

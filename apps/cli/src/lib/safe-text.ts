/** Characters that could move the cursor, recolor the terminal or reverse the direction of text. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns one line that a terminal prints as it is. Names and messages come from other people. */
export function safeText(text: string): string {
  return text.replace(unsafe, ' ')
}

/** Formats JSON so that a terminal prints it as it is. A parser reads the same values. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    },
  )
}

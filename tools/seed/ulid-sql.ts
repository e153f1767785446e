const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeCharacters = 10
const bitsPerCharacter = 5

/**
 * Returns SQL for a deterministic 26-character id in Crockford base32 that sorts by time.
 * @param msSql a bigint expression, milliseconds since 1970
 * @param saltSql a text expression, different for each row
 */
export function ulidSql(msSql: string, saltSql: string): string {
  const time = Array.from({ length: timeCharacters }, (_, at) => {
    const shift = (timeCharacters - 1 - at) * bitsPerCharacter
    return `substr('${alphabet}', (((${msSql}) >> ${shift}) & 31)::int + 1, 1)`
  })
  // Uppercase hexadecimal digits are part of the alphabet.
  return `(${time.join(' || ')} || upper(substr(md5(${saltSql}), 1, 16)))`
}

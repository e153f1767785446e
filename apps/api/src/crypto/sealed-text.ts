import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'sealed text', 32))

/**
 * Encrypts a text with a secret that is not in the database (AES-256-GCM). A text that is sealed for a purpose can be opened for
 * that purpose only. Stored texts have no purpose.
 */
export function sealText(secret: string, text: string, purpose = ''): Uint8Array {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts the text. Returns undefined if the secret or the purpose is wrong, or if the bytes were modified. */
export function openText(secret: string, sealed: Uint8Array, purpose = ''): string | undefined {
  const bytes = Buffer.from(sealed)
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const keyBytes = 32

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** Returns `salt.key`, both encoded as base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `${salt.toString('base64url')}.${key.toString('base64url')}`
}

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.')
  const wanted = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'))
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

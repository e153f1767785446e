import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ulid } from 'ulid'
import { JsonFile } from '../serving/json-file.ts'
import { type Account, type AccountDetails, type AccountProvider, providerOf, sameEmail } from './account.ts'

export const accountExists = 'An account with this email already exists.'

export interface NewAccount extends AccountDetails {
  provider: AccountProvider
  password?: string
  /** Fixed for seeded accounts, so that other seed data can refer to them. */
  subject?: string
}

const keyBytes = 32
const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** Returns `salt.key`, both encoded as base64url. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password.normalize('NFC'), salt, keyBytes)
  return `${salt.toString('base64url')}.${key.toString('base64url')}`
}

async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.')
  const given = await derive(password.normalize('NFC'), Buffer.from(salt, 'base64url'), keyBytes)
  return timingSafeEqual(Buffer.from(key, 'base64url'), given)
}

/** Stores the accounts of every provider in one file. Each change is written to disk before the call returns. */
export class AccountStore {
  readonly #file: JsonFile<Account[]>

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'accounts.json'), [])
  }

  list(): readonly Account[] {
    return this.#file.value
  }

  find(subject: string): Account | undefined {
    return this.list().find((account) => account.subject === subject)
  }

  findByEmail(provider: AccountProvider, email: string): Account | undefined {
    return this.list().find((account) => providerOf(account) === provider && sameEmail(account.email, email))
  }

  /**
   * Returns the account with this email address and password. It can belong to any provider if it has a password. If
   * several accounts match, the newest is returned.
   */
  async authenticate(email: string, password: string): Promise<Account | undefined> {
    for (const account of this.list().toReversed()) {
      if (!account.passwordHash || !sameEmail(account.email, email)) continue
      if (await passwordMatches(password, account.passwordHash)) return account
    }
    return undefined
  }

  /** Returns undefined if the provider already has an account with this email address. */
  async create({ provider, password, subject, ...details }: NewAccount): Promise<Account | undefined> {
    const passwordHash = password === undefined ? null : await hashPassword(password)
    if (this.findByEmail(provider, details.email)) return undefined
    const now = new Date().toISOString()
    const account: Account = {
      subject: subject ?? `${provider}|${ulid()}`,
      email: details.email.trim(),
      emailVerified: details.emailVerified ?? false,
      givenName: details.givenName || null,
      familyName: details.familyName || null,
      nickname: details.nickname || (details.email.split('@', 1)[0] ?? ''),
      picture: details.picture || null,
      passwordHash,
      createdAt: now,
      updatedAt: now,
      lastLoginAt: null,
      loginsCount: 0,
    }
    this.#file.value.push(account)
    await this.#file.save()
    return account
  }

  async update(account: Account, changes: Partial<Account>): Promise<void> {
    Object.assign(account, changes)
    await this.#file.save()
  }
}

import { join } from 'node:path'
import { ulid } from 'ulid'
import { JsonFile } from '../serving/json-file.ts'
import { type Account, type AccountDetails, type AccountProvider, providerOf, sameEmail } from './account.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'

/** The provider already has an account with this email address. */
export class AccountExists extends Error {
  constructor() {
    super('An account with this email already exists.')
  }
}

export interface NewAccount extends AccountDetails {
  provider: AccountProvider
  password: string | null
  /** Fixed for seeded accounts, so that other seed data can refer to them. */
  subject?: string
}

/** Stores the accounts of every provider in one file. Each change is written to disk before the call returns. */
export class AccountStore {
  readonly #file: JsonFile<Account[]>

  private constructor(file: JsonFile<Account[]>) {
    this.#file = file
  }

  static async open(folder: string): Promise<AccountStore> {
    const path = join(folder, 'accounts.json')
    return new AccountStore(await JsonFile.open<Account[]>({ path, initial: () => [], mode: 0o600 }))
  }

  list(): readonly Account[] {
    return this.#file.value
  }

  find(subject: string): Account | undefined {
    return this.#file.value.find((account) => account.subject === subject)
  }

  findByEmail(provider: AccountProvider, email: string): Account | undefined {
    return this.#file.value.find(
      (account) => providerOf(account) === provider && sameEmail(account.email, email),
    )
  }

  /**
   * Returns the account with this email address and password. It can belong to any provider if it has a password. If
   * several accounts match, the newest is returned.
   */
  async authenticate(email: string, password: string): Promise<Account | undefined> {
    for (const account of [...this.#file.value].reverse()) {
      if (!account.passwordHash || !sameEmail(account.email, email)) continue
      if (await passwordMatches(password, account.passwordHash)) return account
    }
    return undefined
  }

  /** @throws AccountExists */
  async create({ provider, password, subject, ...details }: NewAccount): Promise<Account> {
    const passwordHash = password === null ? null : await hashPassword(password)
    if (this.findByEmail(provider, details.email)) throw new AccountExists()
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

  /** @throws AccountExists if another account of the same provider has the new email address */
  async update(account: Account, changes: Partial<AccountDetails> & { password?: string }): Promise<Account> {
    const { password, email, nickname, ...others } = changes
    const passwordHash = password === undefined ? account.passwordHash : await hashPassword(password)
    if (email !== undefined) {
      const holder = this.findByEmail(providerOf(account), email)
      if (holder && holder !== account) throw new AccountExists()
      account.email = email.trim()
    }
    Object.assign(account, others, { passwordHash, updatedAt: new Date().toISOString() })
    if (nickname) account.nickname = nickname
    await this.#file.save()
    return account
  }

  async recordSignIn(account: Account): Promise<void> {
    account.lastLoginAt = new Date().toISOString()
    account.loginsCount += 1
    await this.#file.save()
  }
}

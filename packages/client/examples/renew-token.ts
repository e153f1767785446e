import { type Client, createClient } from '@portal/client'

interface Tokens {
  read: () => Promise<string>
  /** Exchanges the refresh token and stores the new tokens. */
  refresh: () => Promise<string>
}

export const openSession = (address: string, tokens: Tokens): Client =>
  createClient({
    address,
    token: tokens.read,
    renewToken: async (_refused, { type }) => (type === 'TokenExpired' ? tokens.refresh() : undefined),
  })

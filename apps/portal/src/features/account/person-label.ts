import type { User } from '@portal/contract/account/account'

type Names = Pick<User, 'nickname' | 'firstName' | 'email'>

/** The name to address a user by: first name, then nickname, then email. */
export function personLabel({ nickname, firstName, email }: Names): string {
  return firstName || nickname || email
}

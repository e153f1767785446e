import type { User } from '@portal/contract/account'

type Names = Pick<User, 'nickname' | 'firstName' | 'email'>

/** What the person is called: nickname, else first name, else the address's first part. */
export function personLabel({ nickname, firstName, email }: Names): string {
  return nickname || firstName || email.split('@', 1)[0] || email
}
